import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DCLinter } from 'dclint'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../apps/server/src/config.ts'
import { settingNames } from '../../apps/server/src/settings.ts'
import { findProgram, runProgram } from '../testing/programs.ts'

const projects = ['one-machine', 'two-instances']
const pathOf = (project: string) =>
  fileURLToPath(new URL(`${project}/compose.yaml`, import.meta.url))

interface Service {
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  restart?: string
  logging?: { options?: Record<string, string> }
  deploy?: { resources?: { limits?: Record<string, string> } }
  healthcheck?: object
  privileged?: boolean
  image: string
  networks: string[]
  ports?: string[]
  secrets?: string[]
  environment?: Record<string, string>
  depends_on?: object
}

interface Project {
  services: Record<string, Service>
  secrets: Record<string, { file: string }>
}

const read = (project: string): Project =>
  parse(readFileSync(pathOf(project), 'utf8'), { merge: true })

/** What the schema of the Compose specification, and rules about mistakes, say of a file. */
function findings(path: string): string[] {
  // The proxy is there for everybody.
  const rules = { 'no-unbound-port-interfaces': 0 } as const
  const linter = new DCLinter({ rules, quiet: true, debug: false, exclude: [] })
  // Its types are lost where imports need their endings.
  const results: { messages: { type: string; message: string }[] }[] = linter.lintFiles(
    [path],
    false,
  )
  return results
    .flatMap(({ messages }) => messages)
    .filter(({ type }) => type === 'error')
    .map(({ message }) => message)
}

test.each(projects)('%s is as the Compose specification has it', (project) => {
  expect(findings(pathOf(project))).toEqual([])
})

test('a field that Compose does not know is found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'steward-compose-'))
  const path = join(folder, 'compose.yaml')
  const text = readFileSync(pathOf('one-machine'), 'utf8')
  writeFileSync(path, text.replace('read_only: true', 'readonly: true'))
  expect(findings(path).join()).toContain('must NOT have additional properties')
  rmSync(folder, { recursive: true })
})

test.each(projects)('every service of %s is kept to what it needs', (project) => {
  for (const [name, service] of Object.entries(read(project).services)) {
    expect(service, name).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      restart: 'unless-stopped',
      logging: { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } },
      deploy: { resources: { limits: { cpus: expect.any(String), memory: expect.any(String) } } },
    })
    expect(service.cap_add ?? [], name).toEqual(name === 'caddy' ? ['NET_BIND_SERVICE'] : [])
    // Steward's own image has one.
    const isSteward = service.image.includes('STEWARD_IMAGE')
    expect(isSteward || service.healthcheck, name).toBeTruthy()
    expect(service.ports !== undefined, name).toBe(name === 'caddy')
  }
})

test.each(projects)('a new version of Steward leaves the proxy of %s as it is', (project) => {
  expect(read(project).services['caddy']).not.toHaveProperty('depends_on')
})

test.each(projects)('every secret of %s is a file that make-secrets.sh makes', (project) => {
  const { services, secrets } = read(project)
  const used = Object.values(services).flatMap((service) => service.secrets ?? [])
  expect([...new Set(used)].sort()).toEqual(Object.keys(secrets).sort())
  const script = readFileSync(new URL('make-secrets.sh', import.meta.url), 'utf8')
  for (const [name, { file }] of Object.entries(secrets)) {
    expect(file).toBe(`./secrets/${name}`)
    expect(script).toMatch(new RegExp(`^keep ${name} `, 'm'))
  }
})

test.runIf(findProgram('amtool'))('the Alertmanager reads its file', async () => {
  const file = fileURLToPath(new URL('one-machine/alertmanager.yml.example', import.meta.url))
  expect(await runProgram('amtool', ['check-config', file])).toContain('SUCCESS')
})

test.runIf(findProgram('promtool'))('Prometheus reads its file', async () => {
  const file = fileURLToPath(new URL('one-machine/prometheus.yml', import.meta.url))
  const words = ['check', 'config', '--syntax-only', file]
  expect(await runProgram('promtool', words)).toContain('SUCCESS')
})

test.each(projects)(
  'Steward takes its settings of %s, with the secrets that are made',
  async (project) => {
    const folder = mkdtempSync(join(tmpdir(), 'steward-compose-'))
    await runProgram('sh', [fileURLToPath(new URL('make-secrets.sh', import.meta.url)), folder])
    const chosen: Record<string, string> = { STEWARD_HOST: 'steward.example.com' }
    const given = (text: string) =>
      text
        .replace('/run/secrets', folder)
        .replace(/\$\{(\w+)[^}]*\}/g, (_, name) => chosen[name] ?? '')
    for (const [name, { image, environment }] of Object.entries(read(project).services)) {
      if (!image.includes('STEWARD_IMAGE')) continue
      const settings = Object.entries(environment ?? {})
      expect(settingNames, name).toEqual(
        expect.arrayContaining(settings.map(([setting]) => setting)),
      )
      const here = Object.fromEntries(settings.map(([setting, text]) => [setting, given(text)]))
      expect(readConfig(here), name).toMatchObject({ publicUrl: 'https://steward.example.com' })
    }
    rmSync(folder, { recursive: true })
  },
)
