import type { ReactNode, RefObject } from 'react'

/** A form element without the browser's own validation. */
export function Form(props: {
  className: string | undefined
  element?: RefObject<HTMLFormElement | null>
  onSubmit: () => unknown
  children: ReactNode
}) {
  return (
    <form
      ref={props.element}
      className={props.className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // A form in a dialog that this one has opened, such as that of a filter, isn't this one.
        if (event.target !== event.currentTarget) return
        void props.onSubmit()
      }}
    >
      {props.children}
    </form>
  )
}
