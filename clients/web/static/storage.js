// What this browser keeps between pages, by key. A browser that stores nothing begins again on each page.

export function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keep(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // It holds for this page.
  }
}
