import { constants } from 'node:fs'
import { access, lstat, mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { say } from '@steward/i18n/sentence'
import { OperatorError } from './operator-error.ts'

/** What Steward keeps in its data directory. */
const keptFolders = ['database', 'run', 'uploads', 'outbox', 'imports', 'temporary']
const keptFiles = ['secret.key', 'config.json']

/** That, as copies of it are named, and what file systems and tools leave in any directory. */
const ownEntry = new RegExp(
  `^(?:${[...keptFolders, ...keptFiles].join('|').replaceAll('.', '\\.')})(?:[.~].*)?$|^(?:lost\\+found|\\.(?:gitkeep|gitignore|keep|DS_Store|nfs\\w+))$`,
)

/** What is ours in a directory that holds other things too, and the file that shows that it is ours. */
const markedEntries = [
  { name: 'database', mark: 'database/PG_VERSION' },
  { name: 'imports', mark: 'imports/server-id' },
  { name: 'secret.key', mark: 'secret.key' },
]

/** The mode bits by which the group and everybody else may read, write and search. */
const others = 0o077
const writableByAll = 0o002

/** What was done about a data directory that other accounts of the machine could get at. */
export interface SecuredDirectory {
  /** How many directories and files were loose and are now for this account alone. */
  tightened: number
  /** How many are still loose, since this account may not change them. */
  loose: number
}

/**
 * Makes the data directory where it is missing, and keeps other accounts of the machine out of it:
 * directories 0700, files 0600. Everything is looked at only where something at the top is loose.
 * A directory that holds other things too, such as a home directory given by mistake, keeps its own
 * mode, and only what is recognisably ours in it is changed. On Windows nothing is.
 * @throws {OperatorError} where it can't be made, or it or something of Steward's in it can't be used by this
 *   account, or everybody may write into it and that can't be changed
 */
export async function secureDataDirectory(dataDir: string): Promise<SecuredDirectory> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((error) => {
    throw unusable(dataDir, error)
  })
  await mustUse(dataDir, constants.W_OK | constants.R_OK | constants.X_OK)
  const secured: SecuredDirectory = { tightened: 0, loose: 0 }
  if (process.platform === 'win32') return secured
  const entries = await readdir(dataDir)
  const alone = entries.every((name) => ownEntry.test(name))
  const wasLoose = isLoose(await stat(dataDir))
  // The top first: after that no other account can add or replace anything below.
  if (alone && wasLoose) await tighten(dataDir, secured)
  if ((await stat(dataDir)).mode & writableByAll) {
    throw new OperatorError(
      alone
        ? say(
            'Everybody on this machine can write into the data directory {dataDir}, and this account may not change that. Give the directory to this account, or set DATA_DIR to another one.',
            { dataDir },
          )
        : say(
            "The data directory {dataDir} holds other things than Steward's, and everybody on this machine can write into it. Set DATA_DIR to a directory of its own.",
            { dataDir },
          ),
    )
  }
  const own = alone ? entries : await marked(dataDir)
  for (const name of own) {
    if (keptFolders.includes(name))
      await mustUse(join(dataDir, name), constants.W_OK | constants.R_OK | constants.X_OK)
    if (keptFiles.includes(name)) await mustUse(join(dataDir, name), constants.R_OK)
  }
  if ((alone && wasLoose) || (await anyLoose([...own, 'database/PG_VERSION'], dataDir))) {
    for (const name of own) await tightenAll(join(dataDir, name), secured)
  }
  return secured
}

/** Throws an OperatorError where this account may not use a file or directory that is there. */
async function mustUse(path: string, mode: number): Promise<void> {
  try {
    await access(path, mode)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return
    const owner = await stat(path).catch(() => null)
    const user = process.getuid?.()
    if (code !== 'EACCES' || !owner || user === undefined) throw unusable(path, error)
    const us = `${user}:${process.getgid?.()}`
    throw new OperatorError(
      owner.uid === user
        ? say(
            "{path} can't be used by the user {user}, whom it belongs to: run chmod -R u+rwX {path}.",
            { path, user: String(user) },
          )
        : say(
            "{path} belongs to the user {owner}, and Steward runs as the user {user}, who can't use it: run chown -R {us} {path} as root (for a container, on its volume), or set DATA_DIR to another directory.",
            { path, owner: String(owner.uid), user: String(user), us },
          ),
    )
  }
}

function unusable(path: string, error: unknown): OperatorError {
  const { code, message } = error as NodeJS.ErrnoException
  const user = process.getuid?.()
  if (code === 'EACCES' && user !== undefined) {
    return new OperatorError(
      say(
        "The data directory {path} can't be made by the user {user} in {folder}: make it as root (mkdir -p {path} && chown {user}:{group} {path}), or set DATA_DIR to another directory.",
        { path, user: String(user), folder: dirname(path), group: String(process.getgid?.()) },
      ),
    )
  }
  return new OperatorError(
    say(
      "The data directory {path} can't be written: {message}. Set DATA_DIR to a directory that can.",
      { path, message },
    ),
  )
}

const isLoose = ({ mode }: { mode: number }) => (mode & others) !== 0

async function marked(dataDir: string): Promise<string[]> {
  const found: string[] = []
  for (const { name, mark } of markedEntries) {
    const there = await lstat(join(dataDir, mark)).catch(() => null)
    if (there?.isFile()) found.push(name)
  }
  return found
}

async function anyLoose(names: readonly string[], dataDir: string): Promise<boolean> {
  for (const name of names) {
    const there = await lstat(join(dataDir, name)).catch(() => null)
    if (there && (there.isDirectory() || there.isFile()) && isLoose(there)) return true
  }
  return false
}

/** Tightens a file, or a directory and all in it; links are neither changed nor followed. */
async function tightenAll(path: string, secured: SecuredDirectory): Promise<void> {
  const there = await lstat(path).catch(() => null)
  if (!there || !(there.isDirectory() || there.isFile())) return
  if (isLoose(there)) await tighten(path, secured)
  if (!there.isDirectory()) return
  const names = await readdir(path).catch(() => [])
  for (const name of names) await tightenAll(join(path, name), secured)
}

/** Removes the permissions of other accounts from a file or directory; counts whether that worked. */
async function tighten(path: string, secured: SecuredDirectory): Promise<void> {
  try {
    // By the open file and not by its name, which could be a link by now.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      await handle.chmod((await handle.stat()).mode & 0o700)
      if (isLoose(await handle.stat())) secured.loose += 1
      else secured.tightened += 1
    } finally {
      await handle.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') secured.loose += 1
  }
}
