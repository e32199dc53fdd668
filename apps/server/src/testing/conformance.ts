import type { Wanted } from '../cli/conformance/check.ts'
import { ownNames } from '../cli/conformance/config.ts'
import { checkServer, type Result } from '../cli/conformance/run.ts'
import { specOnlyPassword } from './spec-only-server.ts'

/** Walks a server with consent to write, unless said otherwise. */
export function walk(url: string, wanted: Partial<Wanted> = {}): Promise<Result> {
  return checkServer({
    base: `${url}/api`,
    credentials: { email: 'ada@example.com', password: specOnlyPassword, code: async () => null },
    config: ownNames,
    writes: true,
    origin: undefined,
    bounds: { timeout: 1_000, maxBytes: 1024 * 1024 },
    stop: new AbortController().signal,
    onStep: () => {},
    ...wanted,
  })
}

/** The verdict of a call and its words, as one line. */
export const foundOf = ({ findings }: Result, name: Parameters<typeof findings.of>[0]): string => {
  const { verdict, words } = findings.of(name)
  return [verdict, ...words].join(' | ')
}

/** What was found of a screen, by its path, as one line. */
export function screenOf({ screens }: Result, path: string): string {
  const found = screens.find((screen) => screen.path === path)
  return [found?.works, found?.because ?? found?.without.join(', ')].filter(Boolean).join(': ')
}
