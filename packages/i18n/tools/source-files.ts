import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of the repository, with a slash at its end. */
export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Where messages are looked for. */
const folders = ['packages/contract/src', 'apps/web/src', 'apps/server/src']

/** Whether a file, relative to the repository, may hold messages; tests are none. */
export const isSource = (path: string): boolean =>
  folders.some((folder) => path.startsWith(`${folder}/`)) &&
  /\.tsx?$/.test(path) &&
  !/\.d\.ts$|\.test\.tsx?$|\/testing\/|\.generated\./.test(path)

/** The files that may hold messages, relative to the repository; tests are none. */
export function sourceFiles(): string[] {
  return folders.flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter(isSource)
      .sort(),
  )
}
