/**
 * The community's name, as the web app's settings have it.
 * @param read reads those settings; where they can't be read an email still goes out
 */
export const communityName = (read: () => Promise<Record<string, unknown>>) => async () => {
  const { name } = await read().catch((): Record<string, unknown> => ({}))
  return typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 200) : 'Steward'
}
