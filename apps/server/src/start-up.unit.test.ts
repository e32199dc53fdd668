import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Prints the packages that the server's modules load. */
const program = `
  import { registerHooks } from 'node:module'
  const loaded = new Set()
  registerHooks({
    load(url, context, next) {
      const name = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]
      if (name) loaded.add(name)
      return next(url, context)
    },
  })
  await import('./serve.ts')
  console.log(JSON.stringify([...loaded]))
`

test('what few servers use of their packages is not loaded at the start', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { cwd: import.meta.dirname },
  )
  const loaded: string[] = JSON.parse(stdout)
  expect(loaded).toContain('fastify')
  for (const later of [
    'nodemailer',
    'sharp',
    '@simplewebauthn/server',
    '@zxcvbn-ts/language-common',
  ])
    expect(loaded).not.toContain(later)
})
