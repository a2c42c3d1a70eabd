// The keyboard focus: it stays in its part of the page after that part has changed.

// Has another place take the focus if it is on something in one of some parts, which are about to change. Returns where it was, or null.
export function leave(parts, place) {
  const { activeElement } = document;
  if (!parts.some((part) => part !== activeElement && part.contains(activeElement))) return null;
  place.focus({ preventScroll: true });
  return activeElement;
}
