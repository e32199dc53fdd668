import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const text = /\.(js|css|html|svg|json|txt|map|webmanifest)$/
const smallest = 1024

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Writes `.br` and `.gz` beside every text file of the build above 1 KB, for the server to send. */
export function precompress(): Plugin {
  let folder = 'dist'
  return {
    name: 'steward:precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true }).catch(() => [])
      for (const file of files) {
        if (!text.test(file)) continue
        const path = join(folder, file)
        const content = await readFile(path)
        if (content.length <= smallest) continue
        const options = {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: 11,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          },
        }
        await writeFile(`${path}.br`, await toBrotli(content, options))
        await writeFile(`${path}.gz`, await toGzip(content, { level: 9 }))
      }
    },
  }
}
