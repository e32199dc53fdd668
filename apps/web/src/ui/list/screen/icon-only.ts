import classes from './list.module.css'

/** A button of a list's heading that on a narrow screen is its icon alone; its words stay its name. */
export const iconOnlyWhenNarrow = {
  root: classes.brief ?? '',
  label: classes.briefLabel ?? '',
  section: classes.briefIcon ?? '',
}
