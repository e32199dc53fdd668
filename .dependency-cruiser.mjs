// The directions of ARCHITECTURE.md: which package and layer may import from which. No cycles, between
// files or between folders.
import { areas as contract } from './packages/contract/src/areas/areas.ts'

const tests = '/src/testing/'
const server = '^apps/server/src'
const web = '^apps/web/src'
const modules = `${server}/modules`

/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** Identity in layers: what each may import of the others; what is not here, none of them. */
const identity = {
  authentication: [],
  'second-factor': ['authentication'],
  roles: ['authentication'],
  users: ['authentication', 'roles'],
  accounts: ['authentication', 'second-factor', 'roles', 'users'],
  'identity-providers': ['authentication', 'roles', 'users'],
  'sign-in': ['authentication', 'second-factor', 'roles', 'users', 'identity-providers'],
  openid: ['authentication', 'roles', 'users', 'identity-providers', 'sign-in'],
  profile: ['authentication', 'second-factor', 'roles', 'users'],
  'service-accounts': ['authentication', 'roles', 'users', 'identity-providers'],
  scim: ['authentication', 'roles', 'users', 'identity-providers'],
}
const layers = Object.entries(identity).map(([layer, below]) =>
  forbid(
    `${layer}-imports-what-is-below`,
    `authentication ← second-factor, roles ← users ← accounts, identity-providers: ${layer} imports ${below.join(', ') || 'no module'} alone, beside what every area has`,
    { path: `${modules}/${layer}/`, pathNot: tests },
    {
      path: `${modules}/[^/]+/`,
      pathNot: `${modules}/(${['records', 'time-travel', layer, ...below].join('|')})/`,
    },
  ),
)
const { roles, users, ...content } = contract
const areas = Object.keys(content)
  .map((name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))
  .join('|')

export default {
  forbidden: [
    forbid('no-cycle', 'No file imports itself by a way round', {}, { circular: true }),
    {
      ...forbid(
        'no-cycle-of-folders',
        'No folder imports itself by a way round',
        { path: '^apps/(server|web)/src/' },
        { circular: true },
      ),
      scope: 'folder',
    },
    forbid(
      'contract-imports-zod-and-i18n',
      'The contract imports zod, how messages are marked and which words can be replaced, and nothing else',
      { path: '^packages/contract/src', pathNot: tests },
      {
        pathNot:
          '^packages/contract/|(^|/)node_modules/zod/|^packages/i18n/src/(reader|sentence|message|words/(terms|words))\\.ts$',
      },
    ),
    forbid(
      'zod-free',
      'What the web needs at run time imports no schema library',
      {
        path: '^packages/contract/src/[^/]+/([^/]+\\.(routes|fields)|field|filter-kinds|listings|area-parts|record-routes|route|routes|areas|permissions|permission-words|errors|idempotency|totals)\\.ts$',
      },
      { path: '(^|/)node_modules/zod/|^packages/i18n/src/sentence' },
    ),
    forbid(
      'areas-import-nothing',
      'The record of the areas imports nothing',
      { path: '^packages/contract/src/areas/areas\\.ts$' },
      { pathNot: '^$' },
    ),
    forbid(
      'server-without-web',
      'The server never imports the web',
      { path: server },
      { path: '^apps/web/' },
    ),
    forbid(
      'web-without-server',
      'The web never imports the server',
      { path: web },
      { path: '^apps/server/' },
    ),
    forbid(
      'root-not-imported',
      'Nothing knows the composition root',
      { path: server, pathNot: `${tests}|${server}/(app|main|start|serve)\\.ts$` },
      { path: `${server}/(app|handlers|main|start|serve)\\.ts$` },
    ),
    forbid(
      'db-knows-no-module',
      'db knows nothing of what is built on it',
      { path: `${server}/db/`, pathNot: tests },
      { path: `${server}/(modules|http|cli|demo|importer|load-test-data)/` },
    ),
    forbid(
      'http-knows-no-module',
      'http knows no module',
      { path: `${server}/http/`, pathNot: tests },
      { path: `${server}/(modules|cli|demo|importer|load-test-data)/` },
    ),
    ...layers,
    forbid(
      'areas-apart',
      'An area knows no other area; what several need stands in users, or beside the areas',
      {
        path: `${modules}/(${areas})/`,
        pathNot: tests,
      },
      {
        path: `${modules}/(${areas}|accounts|profile|sign-in)/`,
        pathNot: `${modules}/$1/`,
      },
    ),
    forbid(
      'registry-readers-know-no-area',
      'Jobs, imports and exports read the registry of areas and import none of them',
      { path: `${modules}/(jobs|imports|exports)/`, pathNot: tests },
      { path: `${modules}/(${areas}|users)/` },
    ),
    forbid(
      'sql-in-stores',
      'SQL stands in stores and in db alone; types of rows may be named anywhere',
      {
        path: `${server}/(modules|http|uploads|mail|importer|observability)/`,
        pathNot: `${tests}|\\.store\\.ts$`,
      },
      {
        path: `(^|/)node_modules/kysely/|${server}/db/connection/query\\.ts$`,
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'observability-loaded-where-on',
      'Metrics and traces are loaded where they are switched on alone',
      { path: server, pathNot: `${tests}|${server}/observability/` },
      {
        path: `${server}/observability/(metrics|tracing)\\.ts$`,
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'feature-alone',
      'A feature never imports a feature; app composes them',
      { path: `${web}/features/([^/]+)/` },
      { path: `${web}/(features|app)/`, pathNot: `${web}/features/$1/` },
    ),
    forbid(
      'shared-knows-no-feature',
      'What features share knows none of them',
      { path: `${web}/shared/` },
      { path: `${web}/(features|app)/` },
    ),
    forbid(
      'ui-knows-no-feature',
      'ui knows no feature',
      { path: `${web}/ui/`, pathNot: tests },
      { path: `${web}/(features|app|shared)/` },
    ),
    forbid(
      'ui-calls-no-endpoint',
      'ui calls no endpoint: of api it knows settings, the connection, drafts, failures and how answers are read',
      { path: `${web}/ui/`, pathNot: tests },
      {
        path: `${web}/api/`,
        pathNot: `${web}/api/(config|failure|listing|browser/(connection|form-drafts)|language/language|answers/(read|record-in|records))\\.ts$`,
      },
    ),
    forbid(
      'api-knows-no-screen',
      'api knows no screen',
      { path: `${web}/api/` },
      { path: `${web}/(features|app|shared|ui)/` },
    ),
    forbid(
      'no-test-in-product',
      'The product imports no test',
      { path: '^(apps|packages)/', pathNot: tests },
      { path: tests },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: '\\.css$|^apps/[^/]+/dist/|\\.test\\.tsx?$|/modules/[^/]+/testing\\.ts$',
    },
    // Types count: who names another's type depends on it.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
}
