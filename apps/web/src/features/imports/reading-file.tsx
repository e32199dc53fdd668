import { Button } from '@mantine/core'
import { IconFileSearch } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { PageSection } from '../../ui/page/record-page.tsx'
import classes from './imports.module.css'

/** While a file is read for the first time; it stands where the file was chosen, and takes as much room. */
export function ReadingFile(props: { name: string | undefined; onCancel: () => void }) {
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Whatever was pressed before is gone.
    if (document.activeElement === document.body) cancel.current?.focus()
  }, [])
  return (
    <PageSection title="File">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out like this */}
      <div role="group" aria-label="File" className={classes.drop}>
        <IconFileSearch size="2rem" stroke={1.5} aria-hidden />
        <p role="status" className={classes.dropWords}>
          Reading {props.name === undefined ? 'the file' : <bdi>{props.name}</bdi>}…
        </p>
        <div role="progressbar" aria-label="Reading the file" className={classes.reading} />
        <Button ref={cancel} variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
      </div>
    </PageSection>
  )
}
