import type { ReactNode } from 'react'

const style = { alignContent: 'center', minHeight: '100dvh', padding: '24px 16px' }

export const PublicPage = ({ children }: { children: ReactNode }) => (
  <main className="center" style={style}>
    {children}
  </main>
)
