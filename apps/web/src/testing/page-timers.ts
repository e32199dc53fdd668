// Timers end with their page, as in a browser. In tests a page is gone once its file is through, and what a timer did
// then, without a document, would be an error of the whole run.

const wrapped = Symbol.for('timers that end with their page')

function endWithPage(name: 'setTimeout' | 'setInterval'): void {
  const start = globalThis[name] as (
    run: (...given: unknown[]) => void,
    ...rest: unknown[]
  ) => unknown
  const timer = (run: (...given: unknown[]) => void, ...rest: unknown[]) => {
    const page = globalThis.document
    const id = start(
      (...given: unknown[]) => {
        if (globalThis.document === page) run(...given)
        else clearTimeout(id as number)
      },
      ...rest,
    )
    return id
  }
  Object.assign(globalThis, { [name]: timer })
}

// The files of a worker share its globals.
if (!Object.hasOwn(globalThis, wrapped)) {
  Object.assign(globalThis, { [wrapped]: true })
  endWithPage('setTimeout')
  endWithPage('setInterval')
}
