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
// For the threads of the server as well, such as the embedded engine's.
if (enableCompileCache(cache).directory) process.env['NODE_COMPILE_CACHE'] ??= cache

await import('./serve.ts')
