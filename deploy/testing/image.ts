import { execFileSync, spawn } from 'node:child_process'
import { chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ServerProcess } from '../../apps/server/src/testing/process.ts'
import { findProgram } from './programs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The account of the image. */
const account = 1000

/** Whether an image can be built here, without a daemon and without a registry of images: root, Debian's tools. */
export const canBuildImages =
  process.getuid?.() === 0 && ['buildah', 'mmdebstrap', 'unshare'].every(findProgram)

interface ImageConfig {
  User: string
  WorkingDir: string
  Entrypoint: string[]
  Env: string[]
  StopSignal: string
  Healthcheck: { Test: string[] }
  Labels: Record<string, string>
}

/** An image that was built from the Dockerfile, and its root file system. */
export interface Image {
  config: ImageConfig
  /** All its layers, in bytes. */
  size: number
  /** The folder that its root file system stands in. */
  files: string
  /**
   * Runs a command in it as a container would: its account, environment and working directory, nothing to write on
   * but `/data`, and the command as process 1. The network is that of this machine.
   * @param data the folder that is mounted as `/data`
   */
  run(command: string[], data: string, settings?: Record<string, string>): ServerProcess
  /** A folder on this machine of the image's account, or of another one. */
  makeData(owner?: number): string
  dispose(): void
}

/** Builds the image on two bases made of Debian's packages: the default ones come from registries. */
export function buildImage(): Image {
  const folder = mkdtempSync(join(tmpdir(), 'steward-image-'))
  const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')]
  const buildah = (...words: string[]) =>
    execFileSync('buildah', [...store, ...words], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
      .toString()
      .trim()
  const makeBase = (name: string, from: string, env: Record<string, string> = {}) => {
    const container = buildah('from', 'scratch')
    buildah('add', '--quiet', container, from, '/')
    const settings = Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`])
    buildah('config', ...settings, container)
    buildah('commit', '--quiet', '--rm', container, name)
  }
  try {
    const running = join(folder, 'base.tar')
    const packages = 'base-files,libc6,libstdc++6,ca-certificates,tzdata'
    debian('extract', packages, running)
    makeBase('base', running)
    makeBase('builder', ...makeBuilder(folder))
    const bases = ['--build-arg=BASE=localhost/base', '--build-arg=BUILDER=localhost/builder']
    // Docker's format, since that of the OCI has no healthcheck.
    buildah(
      'bud',
      '--isolation=chroot',
      '--format=docker',
      '--quiet',
      ...bases,
      '--tag=steward',
      '.',
    )
    const container = buildah('from', 'localhost/steward')
    const files = buildah('mount', container)
    const { Docker, Manifest } = JSON.parse(buildah('inspect', '--type=image', 'localhost/steward'))
    const { layers } = JSON.parse(Manifest) as { layers: { size: number }[] }
    const { config } = Docker as { config: ImageConfig }
    return {
      config,
      files,
      size: layers.reduce((sum, layer) => sum + layer.size, 0),
      run: (command, data, settings = {}) => runIn(files, config, command, data, settings),
      makeData: (owner = account) => {
        const data = mkdtempSync(join(folder, 'data-'))
        chownSync(data, owner, owner)
        return data
      },
      dispose: () => {
        buildah('rm', '--all')
        buildah('rmi', '--all', '--force')
        rmSync(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    const { stderr } = error as { stderr?: Buffer }
    throw stderr ? new Error(`${String(error)}\n${stderr}`) : error
  }
}

function debian(variant: string, packages: string, to: string): void {
  const options = [`--variant=${variant}`, `--include=${packages}`, '--quiet']
  execFileSync('mmdebstrap', [...options, 'bookworm', to], { stdio: 'pipe' })
}

/** What `node:24-bookworm-slim` has: Debian, Node and npm. Where this machine trusts a certificate of its own, so does it. */
function makeBuilder(folder: string): [string, Record<string, string>] {
  const files = join(folder, 'builder')
  debian('essential', 'libc6,libstdc++6,ca-certificates', files)
  const local = join(files, 'usr/local')
  mkdirSync(join(local, 'bin'), { recursive: true })
  cpSync(process.execPath, join(local, 'bin/node'))
  execFileSync('npm', ['install', '--global', '--prefix', local, '--loglevel=error', 'npm@11'])
  const certificates = process.env['NODE_EXTRA_CA_CERTS']
  if (certificates) cpSync(certificates, join(files, 'certificates.pem'))
  const path = '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  return [files, { PATH: path, ...(certificates && { NODE_EXTRA_CA_CERTS: '/certificates.pem' }) }]
}

/** Where mounts are this process's own: the image is read-only, `/data` is not, and the command takes the shell's place. */
const asContainer = `
  set -e
  mount --bind "$0" "$0"
  mount -o remount,bind,ro "$0"
  mount --bind "$1" "$0/data"
  mount -t proc proc "$0/proc"
  mount --rbind /dev "$0/dev"
  files=$0 folder=$2 account=$3
  shift 3
  exec unshare --root="$files" --wd="$folder" --setgid="$account" --setuid="$account" -- "$@"`

function runIn(
  files: string,
  { Env, User, WorkingDir }: ImageConfig,
  command: string[],
  data: string,
  settings: Record<string, string>,
): ServerProcess {
  const uid = User.split(':')[0] ?? ''
  const child = spawn(
    '/usr/bin/unshare',
    ['--mount', '--pid', '--fork', '--kill-child', '/bin/sh', '-c', asContainer]
      .concat([files, data, WorkingDir, uid])
      .concat(command),
    { env: { ...Object.fromEntries(Env.map((each) => each.split('=', 2))), ...settings } },
  )
  let [out, err] = ['', '']
  child.stdout.on('data', (text) => {
    out += text
  })
  child.stderr.on('data', (text) => {
    err += text
  })
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)))
  return {
    child,
    out: () => out,
    err: () => err,
    url: () => /ready at (\S+)/.exec(out)?.[1] ?? '',
    ended,
    stop: (signal = 'SIGTERM') => {
      if (child.exitCode === null) process.kill(firstProcess(child.pid ?? 0), signal)
      return ended
    },
  }
}

/** The process that is number 1 in a container, by the number that it has outside. */
export function firstProcess(unshare: number): number {
  return Number(readFileSync(`/proc/${unshare}/task/${unshare}/children`, 'utf8').trim())
}
