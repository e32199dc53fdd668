import { parseArgs } from 'node:util'
import { controlPath } from './control.ts'
import { readFault } from './faults.ts'
import { choices, readChoices } from './options.ts'
import { startSpecOnlyServer } from './server.ts'

/**
 * Runs the spec-only server by hand, in front of it the web app as `npm run build` has left it:
 * `npm run spec-only-server -- --port 5050 --fields rich --paging meta --fault 'GET admin/bills=slow:3000'`
 */
const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    port: { type: 'string', default: '5050' },
    fault: { type: 'string', multiple: true, default: [] },
    fields: { type: 'string' },
    paging: { type: 'string' },
    filters: { type: 'string' },
    writes: { type: 'string' },
    errors: { type: 'string' },
    size: { type: 'string' },
  },
})
const { help, port, fault, ...rest } = values

if (help) {
  for (const [name, words] of Object.entries(choices)) console.log(`--${name} ${words.join(' | ')}`)
  console.log('--size RECORDS OF EACH KIND')
  console.log('--fault [CALL=]slow:MS | failing:STATUS:ERRORS | malformed | empty | empty:{} |')
  console.log('        truncated | html:STATUS | hanging | refused; may be repeated')
} else {
  const server = await startSpecOnlyServer(readChoices(rest), Number(port))
  for (const each of fault.map(readFault)) server.fault(each.call, each.fault)
  console.log(`The spec-only server is at ${server.url}; anybody may sign in.`)
  console.log(`Switch it: curl ${server.url}${controlPath} -d '{ "fault": "slow:3000" }'`)
  console.log('       or: { "heal": "*" }, { "options": { "paging": "meta" } }')
}
