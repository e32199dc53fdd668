/** What a message shall not lie over. */
const controls =
  'a[href], button, input, select, textarea, [role=switch], [role=tab], [role=menuitem]'

/** How far from its corner a message may stand, and by what steps a place is looked for; px. */
const [lowest, farthest, step] = [320, 96, 8]

/**
 * Where a message at the top of the page covers nothing that can be pressed, as near to its corner as possible:
 * below the header and the buttons of the page, and beside the menus of rows. Where everything is full of
 * controls, the place that covers the fewest of them.
 * @param size of the message, px
 * @param room the width of the window, px
 * @param taken where controls stand
 * @param first the least distances from the top and from the side of its corner, px
 */
export function clearPlace(
  size: { width: number; height: number },
  room: { width: number },
  taken: readonly Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>[],
  first: { top: number; side: number },
): { top: number; side: number } {
  let best = { ...first, covered: Number.POSITIVE_INFINITY }
  for (let top = first.top; top <= lowest; top += step) {
    for (let side = first.side; side <= farthest; side += step) {
      const right = room.width - side
      const left = right - size.width
      if (left < 8) break
      const covered = taken.filter(
        (each) =>
          each.left < right &&
          each.right > left &&
          each.top < top + size.height &&
          each.bottom > top,
      ).length
      if (covered === 0) return { top, side }
      if (covered < best.covered) best = { top, side, covered }
    }
  }
  return { top: best.top, side: best.side }
}

/** Where the controls of the page stand that are in sight and could be pressed now. */
export function controlsInSight(): DOMRect[] {
  const within = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document.body
  return [...within.querySelectorAll<HTMLElement>(controls)]
    .filter((each) => !each.closest('.Toastify'))
    .map((each) => each.getBoundingClientRect())
    .filter(
      ({ width, height, bottom, top }) =>
        width > 1 && height > 1 && bottom > 0 && top < lowest + 200,
    )
}
