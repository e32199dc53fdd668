import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { form, redAndBlue } from '../../apps/server/src/testing/pictures.ts'
import {
  findPostgresPrograms,
  makePostgresServer,
} from '../../apps/server/src/testing/postgres-server.ts'
import {
  askServer,
  freePort,
  type ServerProcess,
  testOwner,
  untilReady,
} from '../../apps/server/src/testing/process.ts'
import { atScale } from '../../apps/server/src/testing/scale.ts'
import { buildImage, canBuildImages, firstProcess, type Image } from '../testing/image.ts'

const programs = findPostgresPrograms()
const maxMegabytes = 250

// A build needs minutes and the npm registry.
describe.runIf(atScale && canBuildImages)('the image', () => {
  let image: Image
  const ends: (() => unknown)[] = []
  beforeAll(() => {
    image = buildImage()
  }, 900_000)
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })
  afterAll(() => image?.dispose())

  /** Runs a command in the image to its end. */
  const finish = async (command: string[], data: string, settings = {}) => {
    const process = image.run(command, data, settings)
    return { code: await process.ended, out: process.out(), err: process.err() }
  }
  const start = async (data: string, settings: Record<string, string>): Promise<ServerProcess> => {
    const [email, password] = [testOwner.email, testOwner.password]
    const server = image.run(image.config.Entrypoint, data, {
      PORT: String(await freePort()),
      DEMO: '0',
      LOG_LEVEL: 'warn',
      OWNER_EMAIL: email,
      OWNER_PASSWORD: password,
      ...settings,
    })
    ends.push(() => server.stop('SIGKILL'))
    await untilReady(server)
    return server
  }

  test(`is below ${maxMegabytes} MB, without a shell, and runs as nobody special`, () => {
    const size = execFileSync(
      'du',
      ['-sm', ...['usr/local/bin/node', 'app/node_modules', 'app/apps', '.']],
      { cwd: image.files },
    )
    console.info(`The image has ${Math.ceil(image.size / 1e6)} MB; of it, in MB:\n${size}`)
    expect(image.size).toBeLessThan(maxMegabytes * 1e6)
    expect(image.config).toMatchObject({
      User: '1000:1000',
      StopSignal: 'SIGTERM',
      Entrypoint: ['node', 'apps/server/src/main.ts'],
      Labels: { 'org.opencontainers.image.licenses': 'MIT' },
    })
    expect(existsSync(join(image.files, 'bin/sh'))).toBe(false)
    for (const left of ['app/packages/openapi-tools', 'app/apps/server/src/testing', 'app/e2e'])
      expect(existsSync(join(image.files, left)), left).toBe(false)
    const files = execFileSync('find', ['-perm', '-o+w', '-type', 'f'], {
      cwd: join(image.files, 'app'),
    })
    expect(files.toString()).toBe('')
  })

  test('serves with the embedded engine, and writes nowhere but into /data', async () => {
    const data = image.makeData()
    const health = image.config.Healthcheck.Test.slice(1)
    const port = String(await freePort())
    expect(await finish(health, data, { PORT: port })).toMatchObject({ code: 1 })
    const server = await start(data, { PORT: port, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' })
    const first = firstProcess(server.child.pid ?? 0)
    const status = readFileSync(`/proc/${first}/status`, 'utf8')
    expect(status).toMatch(/^NSpid:\t\d+\t1$/m)
    expect(status).toMatch(/^Uid:\t1000\t1000\t1000\t1000$/m)
    expect(status).toMatch(/^CapEff:\t0+$/m)
    // What was compiled at the build counts.
    expect(server.err()).toMatch(
      /code cache for ESM file:\/\/\/app\/apps\/server\/src\/serve.ts was accepted/,
    )

    expect(await finish(health, data, { PORT: port })).toEqual({ code: 0, out: '', err: '' })
    const tries = ['/app/x', '/tmp/x', '/x', '/data/x'].map(
      (path) =>
        `try { fs.writeFileSync('${path}', ''); console.log('${path}') } catch (e) { console.log(e.code) }`,
    )
    const { out } = await finish(['node', '-e', tries.join(';')], data)
    expect(out.trim().split('\n')).toEqual(['EROFS', 'EROFS', 'EROFS', '/data/x'])
    await signInAndUpload(server)

    const listed = await finish(['steward', 'admin', 'list'], data)
    expect(listed).toMatchObject({ code: 0, out: expect.stringContaining(testOwner.email) })
    const { code } = await finish(['steward', 'backup', '/data/steward.tar.gz'], data)
    expect([code, gunzipSync(readFileSync(join(data, 'steward.tar.gz'))).length > 10_000]).toEqual([
      0,
      true,
    ])
    expect(await server.stop()).toBe(0)
  })

  test.runIf(programs)('serves with PostgreSQL', async () => {
    const postgres = await makePostgresServer(programs ?? '')
    ends.push(postgres.dispose)
    await postgres.start()
    const server = await start(image.makeData(), { DATABASE_URL: postgres.url })
    await signInAndUpload(server)
    expect(await server.stop()).toBe(0)
  })

  test('says in one sentence that /data belongs to somebody else', async () => {
    const data = image.makeData(0)
    const { code, err } = await finish(image.config.Entrypoint, data)
    expect({ code, lines: err.trim().split('\n') }).toEqual({
      code: 1,
      lines: [
        expect.stringMatching(/^\/data belongs to the user 0, and Steward runs as the user 1000, /),
      ],
    })
  })

  async function signInAndUpload(server: ServerProcess) {
    const { token } = await askServer(server, 'POST', 'auth/admin-login', { body: testOwner })
    const url = server.url()
    expect(await (await fetch(`${url}/`)).text()).toContain('<title>')
    const image = await redAndBlue().png().toBuffer()
    const answer = await fetch(`${url}/api/admin/category`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form({ name: 'Pictured', image }),
    })
    const { data } = (await answer.json()) as { data: { image: string } }
    expect([answer.status, (await fetch(`${url}${data.image}`)).status]).toEqual([201, 200])
  }
})
