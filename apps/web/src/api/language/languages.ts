/** The files of a language's messages, relative to the app's base: what the sign-in page needs, and the rest. */
export interface LanguageFiles {
  /** What the language calls itself. */
  name: string
  start?: string
  rest?: string
}

export type Languages = Readonly<Record<string, LanguageFiles>>
export type Part = 'start' | 'rest'
