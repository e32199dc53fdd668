import type { ReactNode } from 'react'
import { config, fileUrl } from '../api/config.ts'
import { OwnForm } from './own-form.tsx'
import { PageMark } from './page-mark.tsx'
import { PlainPage } from './page-plain.tsx'
import classes from './plain-form.module.css'

/**
 * A public page with one thing to do: the community's mark, a title, what it is about, the form.
 * @param props.lead a sentence or two below the title
 */
export function PlainFormPage(props: { title: string; lead?: ReactNode; children: ReactNode }) {
  const { logo } = config()
  return (
    <PlainPage>
      <div className={classes.box}>
        {logo ? (
          <img className={classes.logo} src={fileUrl(logo)} alt="" />
        ) : (
          <PageMark size={40} />
        )}
        <h1 className={classes.title}>{props.title}</h1>
        {props.lead && <div className={classes.lead}>{props.lead}</div>}
        <div className={classes.body}>{props.children}</div>
      </div>
    </PlainPage>
  )
}

/** The form of a public page: its fields one below the other. What is wrong is said by us. */
export function PlainForm(props: { onSubmit: () => unknown; children: ReactNode }) {
  return (
    <OwnForm className={classes.form} onSubmit={props.onSubmit}>
      {props.children}
    </OwnForm>
  )
}

/** What stands on a public page that has nothing to fill in. */
export function PlainStack({ children }: { children: ReactNode }) {
  return <div className={classes.form}>{children}</div>
}

/** Something that has come to a good end, in a frame of its own; read out by screen readers. */
export function Said({ children }: { children: ReactNode }) {
  return (
    <div role="status" className={classes.said}>
      {children}
    </div>
  )
}

/** Where else one may want to go from a public page. */
export function PlainLinks({ children }: { children: ReactNode }) {
  return <div className={classes.links}>{children}</div>
}

/** A line that says that what follows is another way to the same end. */
export function Or() {
  return <div className={classes.or}>or</div>
}
