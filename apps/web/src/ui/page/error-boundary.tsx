import { Component, type ReactNode } from 'react'
import { ErrorPage } from './error-page.tsx'
import { PublicPage } from './public-page.tsx'

/** Catches errors that are thrown outside of any page (specification section 8). */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('Unknown error') }
  }

  override render() {
    if (this.state.error === null) return this.props.children
    return (
      <PublicPage>
        <ErrorPage error={this.state.error} />
      </PublicPage>
    )
  }
}
