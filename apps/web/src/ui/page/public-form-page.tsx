import { t } from '@steward/i18n/reader'
import type { ReactNode } from 'react'
import { config, fileUrl } from '../../api/config.ts'
import { Form } from '../dialog/form.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { LogoMark } from './logo-mark.tsx'
import classes from './public-form-page.module.css'
import { PublicPage } from './public-page.tsx'

export function PublicFormPage(props: { title: string; lead?: ReactNode; children?: ReactNode }) {
  const { logo } = config()
  return (
    <PublicPage>
      <div className={classes.box}>
        {logo ? (
          <img style={{ maxWidth: '12.5rem', maxHeight: '3.5rem' }} src={fileUrl(logo)} alt="" />
        ) : (
          <LogoMark size="2.5rem" />
        )}
        <h1 style={{ textAlign: 'center', textWrap: 'balance' }}>{props.title}</h1>
        {props.lead && <div className={classes.lead}>{props.lead}</div>}
        <div className="mt-8 full">{props.children}</div>
        <LanguageMenu />
      </div>
    </PublicPage>
  )
}

export function PublicForm(props: { onSubmit: () => unknown; children: ReactNode }) {
  return (
    <Form className="grid gap-16 full" onSubmit={props.onSubmit}>
      {props.children}
    </Form>
  )
}

/** A success message, which screen readers announce. */
export function SuccessMessage({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="full boxed on-surface" style={{ padding: '10px 12px' }}>
      {children}
    </div>
  )
}

export function PublicLinks({ children }: { children: ReactNode }) {
  return <div className={classes.links}>{children}</div>
}

export function OrDivider() {
  // i18n: between two ways to sign in
  return <div className={classes.or}>{t('or')}</div>
}
