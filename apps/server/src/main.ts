import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

// What Steward writes is for its own account alone.
process.umask(0o077)

// The heap grows by half of what is alive before it is collected, and not, as it would, to several times that:
// half the resident memory under load, and nothing is limited by it.
setFlagsFromString('--heap-growing-percent=50')

// From its second start on the server neither strips types nor compiles what it has compiled before, which takes
// 25 MB. Beside the code, where nobody writes who could not change the code itself; where it can't be written,
// there is none.
const cache = fileURLToPath(new URL('../../../node_modules/.cache/steward', import.meta.url))

// What only a start can set, by starting once more in this very process: what was made for one request is collected
// after eight megabytes of it, and the C library keeps less of what each thread once needed. What is set already
// wins. Whoever has a channel to this process, such as `node --watch`, would lose it; on Windows it can't be done.
const semiSpace = '--max-semi-space-size'
const options = `${process.execArgv.join(' ')} ${process.env['NODE_OPTIONS']}`
if (
  process.execve &&
  process.platform !== 'win32' &&
  !process.send &&
  !options.includes(semiSpace)
) {
  process.execve(
    process.execPath,
    [process.execPath, `${semiSpace}=8`, ...process.execArgv, ...process.argv.slice(1)],
    {
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '262144',
      // So early that this file too is in it, which makes up for the second start of Node.
      NODE_COMPILE_CACHE: cache,
      ...process.env,
    },
  )
}

// For the threads of the server as well, such as the embedded engine's.
if (enableCompileCache(cache).directory) process.env['NODE_COMPILE_CACHE'] ??= cache

await import('./start.ts')
