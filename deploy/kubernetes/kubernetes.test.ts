import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as apps from 'kubernetes-models/apps/v1'
import * as batch from 'kubernetes-models/batch/v1'
import * as networking from 'kubernetes-models/networking.k8s.io/v1'
import * as policy from 'kubernetes-models/policy/v1'
import * as core from 'kubernetes-models/v1'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { startProgram } from '../testing/programs.ts'

interface Manifest {
  apiVersion: string
  kind: string
  // biome-ignore lint/suspicious/noExplicitAny: the schema says what it is
  spec: any
  data?: Record<string, string>
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = new URL('.', import.meta.url)
const manifests: Manifest[] = readdirSync(folder, { encoding: 'utf8', recursive: true })
  .filter((name) => name.endsWith('.yaml'))
  .flatMap((name) => parseAllDocuments(readFileSync(new URL(name, folder), 'utf8')))
  .map((document) => document.toJS())

const versions: Record<string, { of: object; from: string }> = {
  v1: { of: core, from: 'kubernetes-models/v1' },
  'apps/v1': { of: apps, from: 'kubernetes-models/apps/v1' },
  'batch/v1': { of: batch, from: 'kubernetes-models/batch/v1' },
  'policy/v1': { of: policy, from: 'kubernetes-models/policy/v1' },
  'networking.k8s.io/v1': { of: networking, from: 'kubernetes-models/networking.k8s.io/v1' },
}

const find = (kind: string): Manifest => {
  const found = manifests.find((manifest) => manifest.kind === kind)
  if (!found) throw new Error(`there is no ${kind}`)
  return found
}

test('every manifest is as the schema of its kind has it', () => {
  expect(manifests.map(({ kind }) => kind).sort()).toEqual(
    'ConfigMap CronJob Deployment Ingress NetworkPolicy PersistentVolumeClaim Pod PodDisruptionBudget Service'.split(
      ' ',
    ),
  )
  for (const manifest of manifests) validate(manifest)
  const wrong = structuredClone(find('Deployment'))
  wrong.spec.replicas = 'two'
  expect(() => validate(wrong)).toThrow('replicas')
})

test('no manifest has a field that its kind does not know', async () => {
  expect(await unknownFields(manifests)).toEqual([])
  const wrong = structuredClone(find('Deployment'))
  wrong.spec.template.spec.containers[0].livenesProbe = {}
  expect((await unknownFields([wrong])).join()).toContain('livenesProbe')
})

test.each(['Deployment', 'CronJob', 'Pod'])('the pods of %s are restricted', (kind) => {
  const pod = podOf(find(kind))
  expect(pod).toMatchObject({
    automountServiceAccountToken: false,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    },
  })
  for (const container of pod.containers) {
    expect(container).toMatchObject({
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
      resources: {
        requests: { memory: expect.any(String) },
        limits: { memory: expect.any(String) },
      },
    })
    const mounted = container.volumeMounts.map(({ name }: { name: string }) => name).sort()
    expect(pod.volumes.map(({ name }: { name: string }) => name).sort()).toEqual(mounted)
  }
})

test('the probes know a start from a hang, and a stop has its time', () => {
  const { spec } = find('Deployment').spec.template
  const { livenessProbe, readinessProbe, startupProbe, lifecycle } = spec.containers[0]
  expect(livenessProbe.httpGet.path).toBe('/health/live')
  expect([readinessProbe, startupProbe].map(({ httpGet }) => httpGet.path)).toEqual([
    '/health/ready',
    '/health/ready',
  ])
  expect(startupProbe.periodSeconds * startupProbe.failureThreshold).toBeGreaterThanOrEqual(1_800)
  const maxStopSeconds = 8
  expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(
    lifecycle.preStop.sleep.seconds + maxStopSeconds,
  )
})

test('selectors, ports and files fit together', () => {
  const { spec, metadata } = find('Deployment').spec.template
  const has = (labels: object) => expect(metadata.labels).toMatchObject(labels)
  has(find('Service').spec.selector)
  has(find('PodDisruptionBudget').spec.selector.matchLabels)
  has(find('NetworkPolicy').spec.podSelector.matchLabels)
  const ports = spec.containers[0].ports.map(({ name }: { name: string }) => name)
  for (const { targetPort } of find('Service').spec.ports) expect(ports).toContain(targetPort)
  for (const { ports: allowed } of find('NetworkPolicy').spec.ingress)
    for (const { port } of allowed) expect(ports).toContain(port)
  const text = readFileSync(new URL('settings.yaml', folder), 'utf8')
  const files = Object.entries(find('ConfigMap').data ?? {}).filter(([name]) =>
    name.endsWith('_FILE'),
  )
  for (const [, path] of files) expect(text).toContain(`--from-file=${path.split('/').at(-1)}`)
})

test('every pod runs the same image, and a backup is restored where it was made', () => {
  const [server, backup, restore] = ['Deployment', 'CronJob', 'Pod'].map((kind) =>
    podOf(find(kind)),
  )
  const { image } = server.containers[0]
  for (const pod of [backup, restore]) expect(pod.containers[0].image).toBe(image)
  const settings = ({ containers: [{ env, envFrom, volumeMounts }] }: typeof backup) => ({
    env,
    envFrom,
    volumeMounts,
  })
  expect(settings(restore)).toEqual(settings(backup))
  const claim = (pod: typeof backup) =>
    pod.volumes.find(({ name }: { name: string }) => name === 'backups')
  expect(claim(restore)).toEqual(claim(backup))
  // `kubectl apply -f deploy/kubernetes` reads no folder in it, and starts no restore.
  expect(readdirSync(folder)).not.toContain('pod.yaml')
})

function podOf({ kind, spec }: Manifest) {
  if (kind === 'Pod') return spec
  return (spec.template ?? spec.jobTemplate.spec.template).spec
}

function validate(manifest: Manifest): void {
  const models = versions[manifest.apiVersion]?.of as Record<
    string,
    new (
      data: object,
    ) => { validate(): void }
  >
  const Model = models?.[manifest.kind]
  if (!Model) throw new Error(`there is no ${manifest.kind} of ${manifest.apiVersion}`)
  new Model(manifest).validate()
}

/** TypeScript refuses fields that a kind doesn't know, as a cluster does by `--validate=strict`. */
async function unknownFields(all: Manifest[]): Promise<string[]> {
  const checked = join(root, '.cache/manifests')
  mkdirSync(checked, { recursive: true })
  const lines = all.map(
    (manifest, index) =>
      `import type { I${manifest.kind} as Kind${index} } from '${versions[manifest.apiVersion]?.from}'\nexport const manifest${index}: Kind${index} = ${JSON.stringify(manifest)}`,
  )
  const file = join(checked, `manifests-${process.pid}.ts`)
  writeFileSync(file, `${lines.join('\n')}\n`)
  const tsc = join(root, 'node_modules/typescript-7/bin/tsc')
  const words = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--types',
    '',
    file,
  ]
  const running = startProgram(process.execPath, [tsc, ...words], { cwd: root })
  const code = await running.ended
  rmSync(file)
  return code === 0 ? [] : running.said().trim().split('\n')
}
