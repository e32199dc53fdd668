import classes from './palette.module.css'

const plain = (text: string) =>
  [...text].map((letter) => letter.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase())

/** A text in which words that were searched for are marked, whatever their case and accents. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const letters = [...text]
  const folded = plain(text)
  const marks = new Array<boolean>(letters.length).fill(false)
  for (const word of words.map((each) => plain(each).join(''))) {
    for (let from = 0; word !== '' && from < folded.length; from += 1) {
      let end = from
      let held = ''
      while (end < folded.length && held.length < word.length) held += folded[end++] ?? ''
      if (held === word) marks.fill(true, from, end)
    }
  }
  const runs: { text: string; marked: boolean; at: number }[] = []
  for (const [at, letter] of letters.entries()) {
    const last = runs.at(-1)
    if (last && last.marked === marks[at]) last.text += letter
    else runs.push({ text: letter, marked: marks[at] === true, at })
  }
  return (
    <bdi>
      {runs.map((run) =>
        run.marked ? (
          <mark key={run.at} className={classes.mark}>
            {run.text}
          </mark>
        ) : (
          run.text
        ),
      )}
    </bdi>
  )
}
