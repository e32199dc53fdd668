// `npm run messages` writes the messages of the code into every language's file, `-- --add it` begins that of another
// language; `--check [it]` says what is wrong with them, `--unmarked [path]` which texts for people no call marks yet.
import { checkCatalogs, updateCatalogs } from './catalogs.ts'
import { extractAll } from './extract.ts'

const usage = `npm run messages                            write the messages of the code into every language's file
npm run messages -- --add CODE              begin the file of a language, such as it or pt-BR
npm run messages -- --check [CODE] [--all]  say what is wrong; with --all name every message without a translation
npm run messages -- --unmarked [PATH]       list the texts for people that no call marks yet`

/** How many messages without a translation are named for each language. */
const maxNamed = 5

const [option, ...given] = process.argv.slice(2)
const named = given.filter((each) => each !== '--all')
const unknown =
  option === '--add' || option === '--check' ? named.find((each) => !isCode(each)) : undefined
if (unknown !== undefined) refuse(`“${unknown}” is no code of a language, such as it or pt-BR.`)
else if (option === '--add' && named.length === 0)
  refuse('--add takes the code of a language, such as it or pt-BR.')
else if (option !== undefined && !['--add', '--check', '--unmarked'].includes(option)) refuse(usage)
else run()

function run(): void {
  const { messages, unmarked } = extractAll()
  if (option === '--unmarked') {
    const left = unmarked.filter((each) => each.at.startsWith(named[0] ?? ''))
    for (const each of left) console.log(`${each.at}  ${each.text.slice(0, 100)}`)
    console.log(`${left.length} unmarked`)
  } else if (option === '--check') {
    const { mistakes, untranslated } = checkCatalogs(messages, unmarked, named)
    for (const mistake of mistakes) console.error(mistake)
    for (const [language, all] of untranslated) {
      const shown = given.includes('--all') ? all : all.slice(0, maxNamed)
      for (const message of shown) console.error(`${language}: not translated: ${message}`)
      console.error(`${language}: ${all.length} of ${messages.size} messages have no translation`)
    }
    process.exitCode = mistakes.length > 0 || untranslated.size > 0 ? 1 : 0
  } else {
    updateCatalogs(messages, named)
    console.log(`${messages.size} messages`)
  }
}

/** Whether it is the code of a language that has a name. */
function isCode(code: string): boolean {
  try {
    return (
      Intl.getCanonicalLocales(code)[0] === code &&
      new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(code) !== undefined
    )
  } catch {
    return false
  }
}

function refuse(why: string): void {
  console.error(why)
  process.exitCode = 2
}
