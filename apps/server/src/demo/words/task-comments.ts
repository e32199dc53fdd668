/** What staff say about tasks. */
export const taskComments = [
  'Called, nobody there. I’ll try again tomorrow morning.',
  'The key is with the caretaker, second door on the left.',
  'Half of it is done; the rest needs two people.',
  'Who has the ladder?',
  'Waiting for the offer. They promised it by Friday.',
  'I can take this over if nobody minds.',
  'Done as far as I can see. Could somebody have a look?',
  'Costs 84 € with delivery, within what we agreed.',
  'Please not before ten, the neighbours have a baby.',
  'Spoke to her in person: all sorted, she was very kind about it.',
  'Moved to next week, it rains until Sunday.\nI have told everybody who signed up.',
  '확인했습니다. 감사합니다!',
] as const
