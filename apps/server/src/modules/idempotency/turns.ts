/** One after the other per name. @returns how to leave; undefined after `maxMs` */
export function takingTurns(maxMs: number): (name: string) => Promise<(() => void) | undefined> {
  const inside = new Map<string, Promise<void>>()
  return async (name) => {
    const until = performance.now() + maxMs
    for (let other = inside.get(name); other; other = inside.get(name)) {
      if (!(await endsBefore(other, until))) return undefined
    }
    let end = () => {}
    inside.set(
      name,
      new Promise((resolve) => {
        end = resolve
      }),
    )
    return () => {
      inside.delete(name)
      end()
    }
  }
}

async function endsBefore(work: Promise<void>, until: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.max(0, until - performance.now()))
  })
  return await Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer))
}
