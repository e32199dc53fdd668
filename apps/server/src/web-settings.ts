import type { OwnWordsReader } from './modules/words/own-words.ts'
import type { Services } from './services.ts'
import { readWebConfig } from './web-config.ts'

/** The settings of the web app, with the words of the community and the identity providers, where there are some. */
export async function webSettings(
  dataDir: string,
  wordsReader: OwnWordsReader,
  optionsReader: Services['signInOptions'],
) {
  const [settings, words, signIn] = await Promise.all([
    readWebConfig(dataDir),
    wordsReader.read(),
    optionsReader.read(),
  ])
  return {
    ...settings,
    ...(Object.keys(words).length > 0 && { words }),
    ...(signIn.providers.length > 0 && { signIn }),
  }
}
