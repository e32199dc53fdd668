/** A question and its answers. */
export interface QuestionText {
  text: string
  options: readonly string[]
}

/** A poll asks one question. */
export const pollTexts: readonly (QuestionText & { title: string })[] = [
  {
    title: 'Which day for the repair café?',
    text: 'When should the second repair café of the month be?',
    options: ['Saturday afternoon', 'Sunday morning', 'Wednesday evening'],
  },
  {
    title: 'A name for the cargo bike',
    text: 'What shall we call it?',
    options: ['The Whale', 'Donkey', 'Lady Carry', 'Bikey McBikeface'],
  },
  {
    title: 'Colour of the front door',
    text: 'Which colour shall the Old Tannery’s door have?',
    options: ['Harbour blue', 'Brick red', 'Moss green', 'As it is'],
  },
  {
    title: 'Opening hours of the tool library',
    text: 'Which evening suits you best?',
    options: ['Monday', 'Tuesday', 'Thursday'],
  },
  {
    title: 'Bench or bicycle stand?',
    text: 'There is room for one of them in Bell Court.',
    options: ['Bench', 'Bicycle stand', 'Neither: leave the tree alone'],
  },
  {
    title: 'Film for the courtyard',
    text: 'Which shall we show first?',
    options: ['The silent one with the train', 'The musical', 'The one about whales', 'A surprise'],
  },
  {
    title: 'ما اسم الحديقة الجديدة؟',
    text: 'اختاروا اسمًا للحديقة الصغيرة عند المدخل.',
    options: ['حديقة النعناع', 'بستان الجيران', 'الواحة'],
  },
  {
    title: 'איזה ספר נקרא בחודש הבא?',
    text: 'בחרו ספר אחד לחוג הקריאה.',
    options: ['רומן', 'סיפורים קצרים', 'שירה', 'ספר מתח'],
  },
  {
    title: 'Что посадить у входа?',
    text: 'Выберите одно дерево.',
    options: ['Яблоня', 'Рябина', 'Сирень'],
  },
  {
    title: 'Ποια μέρα για το γλέντι;',
    text: 'Πότε σας βολεύει;',
    options: ['Παρασκευή', 'Σάββατο', 'Κυριακή'],
  },
  {
    title: 'रसोई में क्या बने?',
    text: 'अगले रविवार का खाना चुनिए।',
    options: ['छोले-भटूरे', 'इडली-सांभर', 'दाल-बाटी'],
  },
  {
    title: '次のワークショップは？',
    text: '参加してみたいものを選んでください。',
    options: ['金継ぎ', '藍染め', '和綴じ', '味噌づくり'],
  },
  { title: '社区晨练时间', text: '您希望几点开始？', options: ['六点', '六点半', '七点'] },
  {
    title: '도서관 이름 정하기',
    text: '마음에 드는 이름을 골라 주세요.',
    options: ['달빛 도서관', '골목 책방', '모두의 서재'],
  },
  {
    title: 'Soll der Hof autofrei werden?',
    text: 'Gemeint ist der Hof in der Mill Lane.',
    options: ['Ja, ganz', 'Ja, am Wochenende', 'Nein'],
  },
  {
    title: 'Quel goûter pour la fanfare ?',
    text: 'Après la répétition.',
    options: ['Crêpes', 'Gaufres', 'Fruits', 'Tout'],
  },
  {
    title: '¿Paella o barbacoa?',
    text: 'Para la fiesta de la primavera.',
    options: ['Paella', 'Barbacoa'],
  },
  {
    title: 'Quiet hours in the workshop',
    text: 'From when should the planer rest?',
    options: ['20:00', '21:00', '22:00'],
  },
  {
    title: 'Should the feed allow offers by businesses?',
    text: 'In their own category, once a week at the most.',
    options: ['Yes', 'Yes, if they are from here', 'No'],
  },
  {
    title: 'Dogs in the shared garden',
    text: 'What do you think?',
    options: ['Welcome', 'On a lead', 'Rather not'],
  },
  {
    title: 'Next class in the machine room',
    text: 'What would you come to?',
    options: ['Lathe', 'Welding', 'Router', 'Sharpening'],
  },
  {
    title: 'Where should the defibrillator hang?',
    text: 'It has to be reachable day and night.',
    options: ['Old Tannery, outside', 'Station Arches', 'Bakery'],
  },
  {
    title: 'How should we spend the fair’s surplus?',
    text: 'There are 1,840 left.',
    options: ['New kiln', 'Children’s trip', 'Rainy-day fund'],
  },
  {
    title: 'Wi-Fi in the courtyard?',
    text: 'The antenna would be free, the peace would not.',
    options: ['Yes', 'No'],
  },
  {
    title: 'Lantern walk route',
    text: 'Which way shall we go?',
    options: ['Along the canal', 'Through the lanes', 'Over the hill'],
  },
  {
    title: 'Swap shelf: keep or move?',
    text: 'It overflows at the moment.',
    options: ['Keep it where it is', 'Move it to Station Arches', 'Two smaller ones'],
  },
]

/** Seasons by which a poll comes again. */
export const rounds = ['', ' (second vote)', ' (this year)', ' – final round'] as const

/** What surveys are about. */
export const surveyTopics: readonly string[] = [
  'How we use the workshop',
  'Community kitchen',
  'Shared garden',
  'Living with children here',
  'Getting about',
  'Noise and quiet',
  'The summer fair',
  'Courses and classes',
  'The tool library',
  'Growing older here',
  'Our feed',
  'The market',
  'Energy and heating',
  'Volunteers',
  'Library and books',
  'New neighbours',
  'Safety after dark',
  'The choir and the band',
  'استبيان أهل الحي',
  'סקר שכונתי',
  'Опрос жильцов',
  'Έρευνα γειτονιάς',
  '住民アンケート',
  '居民问卷',
  'Encuesta del barrio',
]

/** What surveys ask. */
export const surveyQuestions: readonly QuestionText[] = [
  {
    text: 'How often do you use it?',
    options: ['Weekly or more', 'Now and then', 'Hardly ever', 'Never so far'],
  },
  { text: 'How content are you with it?', options: ['Very', 'Fairly', 'Not very', 'Not at all'] },
  {
    text: 'What is missing most?',
    options: ['Room', 'Time', 'Equipment', 'Information', 'Nothing'],
  },
  {
    text: 'How did you hear of it?',
    options: ['A neighbour', 'The feed', 'The notice board', 'By chance'],
  },
  { text: 'Would you give a hand?', options: ['Yes, regularly', 'Yes, once', 'Rather not'] },
  {
    text: 'Which time suits you best?',
    options: ['Mornings', 'Afternoons', 'Evenings', 'Weekends'],
  },
  { text: 'Would you recommend it to a friend?', options: ['Yes', 'Perhaps', 'No'] },
  { text: 'Is it easy to reach for you?', options: ['Yes', 'With help', 'No'] },
  { text: 'What should it cost?', options: ['Nothing', 'What one can', 'A fixed fee'] },
]
