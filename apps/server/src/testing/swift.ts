import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { AwsV4Signer } from 'aws4fetch'
import { targetOf } from './bucket.ts'
import { freePort } from './process.ts'

/** Whether OpenStack Swift with its interface of S3 is on this machine. */
export const hasSwift =
  ['swift-proxy-server', 'swift-object-server'].every((name) => existsSync(`/usr/bin/${name}`)) &&
  existsSync('/etc/swift/swift.conf')

const stores = ['account', 'container', 'object'] as const

/** A bucket of Swift on this machine. */
export interface SwiftBucket {
  /** Values of S3_URL. */
  url: string
  virtualUrl: string
  dispose(): Promise<void>
}

/** Starts the four servers of Swift in a folder of their own, and makes a bucket. */
export async function openSwiftBucket(): Promise<SwiftBucket> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-swift-'))
  const children: ChildProcess[] = []
  const common = (port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
`
  const serve = async (name: string, port: number, text: string) => {
    const path = join(folder, `${name}.conf`)
    await writeFile(path, common(port) + text)
    children.push(spawn(`/usr/bin/swift-${name}-server`, [path], { stdio: 'ignore' }))
    await untilListening(port)
  }
  await mkdir(join(folder, 'devices/d1'), { recursive: true })
  for (const name of stores) {
    const port = await freePort()
    const builder = join(folder, `${name}.builder`)
    for (const words of [
      ['create', '4', '1', '1'],
      ['add', `r1z1-127.0.0.1:${port}/d1`, '1'],
      ['rebalance'],
    ])
      execFileSync('/usr/bin/swift-ring-builder', [builder, ...words])
    await serve(name, port, storeSettings(name, join(folder, 'devices')))
  }
  const port = await freePort()
  await serve('proxy', port, proxySettings)
  const url = `http://test%3Atester:testing@127.0.0.1:${port}/steward/files`
  await makeBucket(url)
  return {
    url,
    virtualUrl: `http://test%3Atester:testing@localhost:${port}/steward/files?style=virtual`,
    dispose: async () => {
      const ended = children.map((child) => new Promise((done) => child.once('close', done)))
      for (const child of children) child.kill('SIGKILL')
      await Promise.all(ended)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const storeSettings = (name: string, devices: string) => `devices = ${devices}
mount_check = false
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`

const proxySettings = `[pipeline:main]
pipeline = catch_errors cache listing_formats s3api tempauth copy slo dlo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
storage_domain = localhost
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
`

async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const isUp = await new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => done(true)).once('error', () => done(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isUp) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('Swift does not start')
}

async function makeBucket(s3Url: string): Promise<void> {
  const { endpoint, ...keys } = targetOf(s3Url)
  const signer = new AwsV4Signer({ ...keys, service: 's3', method: 'PUT', url: endpoint })
  const { url, headers } = await signer.sign()
  const answer = await fetch(url, { method: 'PUT', headers })
  if (!answer.ok) throw new Error(`Swift: ${answer.status} ${await answer.text()}`)
}
