// The keyboard focus: it stays in its part of the page after that part has changed.

// Moves the focus to another place if it is in one of some parts that are about to change. Returns where it was, or null.
export function leave(parts, place) {
  const { activeElement } = document;
  if (!parts.some((part) => part !== activeElement && part.contains(activeElement))) return null;
  place.focus({ preventScroll: true });
  return activeElement;
}
