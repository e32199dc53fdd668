import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProgram } from '../testing/programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'steward-release-'))
const script = fileURLToPath(new URL('notes.mjs', import.meta.url))

beforeAll(() => {
  writeFileSync(
    join(folder, 'CHANGELOG.md'),
    '# Changelog\n\n## Unreleased\n\n### Added\n\n- Later.\n\n## 0.10.0 - 2026-12-02\n\n### Added\n\n- A thing.\n\n### Fixed\n\n- Another.\n\n## 0.1.0 - 2026-12-01\n\nThe first.\n',
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function notesOf(tag: string, version: string) {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version }))
  const running = startProgram(process.execPath, [script, tag, folder])
  return { code: await running.ended, said: running.said() }
}

test('the notes of a release are its part of the changelog', async () => {
  expect(await notesOf('v0.10.0', '0.10.0')).toEqual({
    code: 0,
    said: '### Added\n\n- A thing.\n\n### Fixed\n\n- Another.\n',
  })
  expect(await notesOf('v0.1.0', '0.1.0')).toEqual({ code: 0, said: 'The first.\n' })
})

test('a tag that is not the version, and a version of which nothing is said, are refused', async () => {
  expect(await notesOf('v0.2.0', '0.1.0')).toEqual({
    code: 1,
    said: 'The tag is v0.2.0, and package.json has the version 0.1.0.\n',
  })
  expect(await notesOf('v0.1.00', '0.1.00')).toMatchObject({ code: 1 })
  expect(await notesOf('v0.2.0', '0.2.0')).toEqual({
    code: 1,
    said: 'CHANGELOG.md says nothing of 0.2.0: name its part "## 0.2.0 - YYYY-MM-DD".\n',
  })
})
