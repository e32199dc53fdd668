import type { ReactNode } from 'react'
import { config, fileUrl } from '../../api/config.ts'
import { Form } from '../form/form.tsx'
import { LogoMark } from './logo-mark.tsx'
import classes from './public-form-page.module.css'
import { PublicPage } from './public-page.tsx'

/** A public page with one thing to do: the community's mark, a title, what it is about, the form. */
export function PublicFormPage(props: { title: string; lead?: ReactNode; children: ReactNode }) {
  const { logo } = config()
  return (
    <PublicPage>
      <div className={classes.box}>
        {logo ? (
          <img className={classes.logo} src={fileUrl(logo)} alt="" />
        ) : (
          <LogoMark size="2.5rem" />
        )}
        <h1 className={classes.title}>{props.title}</h1>
        {props.lead && <div className={classes.lead}>{props.lead}</div>}
        <div className={classes.body}>{props.children}</div>
      </div>
    </PublicPage>
  )
}

/** The form of a public page: its fields one below the other. What is wrong is said by us. */
export function PublicForm(props: { onSubmit: () => unknown; children: ReactNode }) {
  return (
    <Form className={classes.form} onSubmit={props.onSubmit}>
      {props.children}
    </Form>
  )
}

/** What stands on a public page that has nothing to fill in. */
export function PublicStack({ children }: { children: ReactNode }) {
  return <div className={classes.form}>{children}</div>
}

/** Something that has come to a good end, in a frame of its own; read out by screen readers. */
export function SuccessMessage({ children }: { children: ReactNode }) {
  return (
    <div role="status" className={classes.said}>
      {children}
    </div>
  )
}

/** Where else one may want to go from a public page. */
export function PublicLinks({ children }: { children: ReactNode }) {
  return <div className={classes.links}>{children}</div>
}

/** A line that says that what follows is another way to the same end. */
export function OrDivider() {
  return <div className={classes.or}>or</div>
}
