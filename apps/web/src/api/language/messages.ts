import type { Catalog } from '@steward/i18n/reader'
import type { LanguageFiles, Part } from './languages.ts'

/** Loads messages; null where they can't be loaded. */
export async function loadMessages(
  files: LanguageFiles | undefined,
  parts: readonly Part[],
): Promise<Catalog | null> {
  const named = parts.flatMap((part) => files?.[part] ?? [])
  try {
    const loaded = named.map(async (file) => {
      const answer = await fetch(import.meta.env.BASE_URL + file)
      if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
      return await answer.json()
    })
    return Object.assign({}, ...(await Promise.all(loaded)))
  } catch {
    return null
  }
}
