import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'
import { fail, say } from './say.mjs'

const stamp = join(root, 'node_modules', '.steward-installed')

/** Installs exactly what is locked, unless that is what stands there already. */
export async function install() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say('Installing what Steward needs (once, a minute or two) …')
  const code = await npm(['ci', '--loglevel=error', '--no-audit', '--no-fund'])
  if (code !== 0) {
    fail(
      'The installation failed; npm says why above. Steward needs to reach the npm registry once. Mend that and run the command again.',
    )
  }
  writeFileSync(stamp, wanted)
}

function npm(args) {
  const cli = process.env.npm_execpath
  const [command, all] = cli?.endsWith('.js') ? [process.execPath, [cli, ...args]] : ['npm', args]
  return new Promise((done) => {
    const child = spawn(command, all, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      // The tools that check, build and test stand among the development dependencies.
      env: {
        ...process.env,
        NODE_ENV: 'development',
        npm_config_omit: '',
        npm_config_include: 'dev',
      },
    })
    child.on('error', () => done(1))
    child.on('exit', (code) => done(code ?? 1))
  })
}
