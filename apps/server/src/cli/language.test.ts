import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { msg } from '@steward/i18n/reader'
import { describe, expect, it, test } from 'vitest'
import { askedLocales } from '../environment-language.ts'
import { translatorIn } from '../languages.ts'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))

interface Ended {
  code: number
  out: string
  err: string
}

/** Runs a command as a process of its own, in the language that the variables of a shell ask for. */
const run = (words: string[], shell: Record<string, string>): Promise<Ended> =>
  new Promise((done) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const child = execFile(
      process.execPath,
      [main, ...words],
      { env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...shell } },
      (_error, out, err) => done({ code: child.exitCode ?? -1, out, err }),
    )
  })

test.each([
  [{}, []],
  [{ LANG: 'C.UTF-8', LANGUAGE: 'de' }, []],
  [{ LANG: 'POSIX' }, []],
  [{ LANG: 'de_AT.UTF-8' }, ['de-AT']],
  [{ LANG: 'de_DE@euro', LC_MESSAGES: 'fr_FR' }, ['fr-FR']],
  [{ LANG: 'de_DE', LC_MESSAGES: 'fr_FR', LC_ALL: 'ja_JP.UTF-8' }, ['ja-JP']],
  [{ LANG: 'de_DE', LC_ALL: 'C' }, []],
  [{ LANG: 'de_DE', LC_ALL: '', LANGUAGE: 'it:es' }, ['it', 'es', 'de-DE']],
  [{ LANG: 'not a locale' }, []],
])('a shell with %o asks for %o', (shell, locales) => {
  expect(askedLocales(shell)).toEqual(locales)
})

describe('the command line', () => {
  it('speaks the language of the shell, with the same exit codes', async () => {
    const { t } = translatorIn('de')
    const summary = t(msg('Import records from a CSV or NDJSON file'))
    const shell = { LANG: 'de_DE.UTF-8' }
    const help = await run(['help'], shell)
    expect(help.code).toBe(0)
    expect(help.out).toContain(`  import        ${summary}\n`)
    const wrong = await run(['backup'], shell)
    const needs = t('steward {name} needs {needs}.', { name: 'backup', needs: t('a file') })
    // The marks that isolate a text are left out, since it is copied.
    expect(wrong.err).toContain(needs.replaceAll(/[\u2068\u2069]/g, ''))
    expect(wrong.code).toBe(2)
  })

  it('is in English where there is no such language', async () => {
    for (const shell of [{ LANG: 'xx_XX.UTF-8' }, { LC_ALL: 'C', LANG: 'de_DE.UTF-8' }]) {
      const { code, err } = await run(['backup'], shell)
      expect([code, err]).toEqual([2, 'steward backup needs a file.\nSee: steward backup --help\n'])
    }
  })
})
