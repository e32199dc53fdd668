import { writeFileSync } from 'node:fs'
import { firstLine } from './failures.mjs'

/**
 * A reporter of Vitest: writes to the file STEWARD_TEST_REPORT how many tests passed, and each failure
 * `{ name, message }`, also of a hook, of a file that can't be loaded, and an error that no test waited for.
 */
export default class VitestReport {
  onTestRunEnd(modules, unhandledErrors) {
    const failures = []
    let passed = 0
    for (const module of modules) {
      const add = (name, errors) => {
        const message = firstLine(errors[0])
        failures.push({
          name: name ? `${module.relativeModuleId} › ${name}` : module.relativeModuleId,
          message,
        })
      }
      for (const suite of [module, ...module.children.allSuites()])
        if (suite.errors().length > 0) add(suite === module ? '' : suite.fullName, suite.errors())
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        if (state === 'passed') passed++
        if (state === 'failed') add(test.fullName, errors)
      }
    }
    for (const error of unhandledErrors)
      failures.push({ name: 'an error that no test waited for', message: firstLine(error) })
    writeFileSync(process.env.STEWARD_TEST_REPORT, JSON.stringify({ passed, failures }))
  }
}
