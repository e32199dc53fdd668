/** A kind of event that comes again. Minutes for its length; hour of the day (UTC) it starts. */
export interface EventText {
  title: string
  description: string
  hour: number
  minutes: number
  capacity?: number
  online?: boolean
  /** The day of the week that its title names, from 0 for Sunday. */
  weekday?: number
  /** A fixed place; otherwise one of the quarter's. */
  at?: string
}

const of = (
  title: string,
  hour: number,
  minutes: number,
  description: string,
  more: Partial<EventText> = {},
): EventText => ({ title, hour, minutes, description, ...more })

export const eventTexts: readonly EventText[] = [
  of(
    'Repair café',
    13,
    240,
    'Bring what is broken. Somebody will look at it with you; most things go home working.',
    { capacity: 60, at: 'Old Tannery, ground floor' },
  ),
  of(
    'Open wood workshop',
    17,
    180,
    'The benches are yours. An instructor is there for the machines; bring your own wood or take an offcut.',
    { capacity: 14, at: 'Copper Yard 3, workshop' },
  ),
  of(
    'Saturday market',
    7,
    360,
    'Vegetables, bread, brushes, second-hand coats. Stalls are built up from six.',
    { at: 'Fishmarket Row', weekday: 6 },
  ),
  of(
    'Introduction to the laser cutter',
    16,
    120,
    'Two hours, after which you may use it alone. Shoes that cover the toes, please.',
    { capacity: 6, at: 'Copper Yard 3, machine room' },
  ),
  of('Soup night', 17, 150, 'One pot, long table. Pay what you can, or wash up.', {
    capacity: 80,
    at: 'Community kitchen, Bell Court',
  }),
  of(
    'Residents’ meeting',
    18,
    120,
    'Agenda: footbridge, lighting, the bench. Everybody who lives here has a voice.',
    { at: 'Old Tannery, great hall' },
  ),
  of('Garden morning', 8, 180, 'Weeding, watering, picking, coffee. Gloves are in the shed.', {
    at: 'Shared garden, Orchard Steps',
  }),
  of(
    'Online: planning the summer fair',
    18,
    75,
    'A call for everyone who runs a stall, a stage or an errand.',
    { online: true, capacity: 100 },
  ),
  of('Choir rehearsal', 18, 120, 'Four voices, no auditions.', { at: 'Old Tannery, great hall' }),
  of(
    'أمسية الخط العربي',
    17,
    120,
    'تعلّم أساسيات خط الرقعة مع ليلى. الأدوات متوفّرة لكل المشاركين.',
    { capacity: 16, at: 'Bell Court 7' },
  ),
  of('ערב סיפורים לכל הגילאים', 17, 90, 'סיפורים קצרים בעברית ובאנגלית, תה ועוגיות.', {
    capacity: 40,
    at: 'Library, Station Arches',
  }),
  of('金継ぎワークショップ', 5, 180, '割れた器を漆と金でよみがえらせます。材料費込み。', {
    capacity: 10,
    at: 'Weaver Street 21',
  }),
  of(
    'Кружок робототехники',
    9,
    120,
    'Собираем, программируем, смотрим, куда поедет. С восьми лет.',
    { capacity: 18, at: 'Copper Yard 3' },
  ),
  of(
    'Atelier de reliure',
    17,
    150,
    'On coud, on colle, on presse. Repartez avec un carnet fait main.',
    { capacity: 12, at: 'Library, Station Arches' },
  ),
  of('Βραδιά ρεμπέτικου', 19, 180, 'Ζωντανή μουσική στην αυλή, μεζέδες από τη γειτονιά.', {
    capacity: 120,
    at: 'Courtyard, Mill Lane 9',
  }),
  of(
    'सामुदायिक रसोई: दिवाली की मिठाइयाँ',
    10,
    180,
    'साथ मिलकर लड्डू और बर्फ़ी बनाएँगे। सामग्री हमारी ओर से।',
    { capacity: 24, at: 'Community kitchen, Bell Court' },
  ),
  of('包饺子聚会', 9, 180, '一起和面、包饺子、聊天，孩子们也欢迎。', {
    capacity: 40,
    at: 'Community kitchen, Bell Court',
  }),
  of('목공 의자 만들기', 6, 240, '하루 만에 작은 의자를 완성합니다. 초보자 환영.', {
    capacity: 8,
    at: 'Copper Yard 3, workshop',
  }),
  of(
    'Flohmarkt im Hof',
    8,
    300,
    'Decken ausbreiten, verkaufen, tauschen, verschenken. Bei Regen in der Gerberei.',
    { at: 'Courtyard, Mill Lane 9' },
  ),
  of('Taller de guitarra', 17, 90, 'Para quien nunca ha tocado. Hay seis guitarras para prestar.', {
    capacity: 8,
    at: 'Station Arches 4',
  }),
  of(
    'Bike kitchen',
    16,
    180,
    'Stands, tools and somebody who knows. You turn the spanner yourself.',
    { capacity: 20, at: 'Station Arches 2' },
  ),
  of('Film in the courtyard 🎬', 20, 140, 'A silent film with our own piano. Blankets help.', {
    capacity: 150,
    at: 'Courtyard, Mill Lane 9',
  }),
  of('Online: ask the energy adviser', 17, 60, 'Bring your bill. She has seen worse.', {
    online: true,
    capacity: 50,
  }),
  of('Seed swap', 10, 150, 'Labelled seeds only: name, year, and whether it tried to take over.', {
    at: 'Shared garden, Orchard Steps',
  }),
  of(
    'Board game evening',
    18,
    240,
    'From six to ninety-six. Bring a favourite, or a question about the rules.',
    { capacity: 50, at: 'Station Arches 4' },
  ),
  of(
    'First aid in two hours',
    9,
    120,
    'With the ambulance people from the harbour. Certificate on request.',
    { capacity: 20, at: 'Old Tannery, seminar room' },
  ),
  of('Warsztaty szycia', 16, 150, 'Torby, pokrowce, fartuchy ze starych żagli.', {
    capacity: 12,
    at: 'Weaver Street 21',
  }),
  of('Canal clean-up', 8, 180, 'Boats, nets and gloves are there. Lunch afterwards.', {
    at: 'North Basin, slipway',
  }),
  of('Lớp nấu ăn: bún chả', 10, 150, 'Cùng đi chợ, cùng nướng, cùng ăn.', {
    capacity: 14,
    at: 'Community kitchen, Bell Court',
  }),
  of('Summer fair', 9, 660, 'Two stages, forty stalls, one lost tortoise a year.', {
    capacity: 2000,
    at: 'Harbour Green',
  }),
  of(
    'Lantern walk 🏮',
    16,
    120,
    'From the quay to the orchard and back. Singing is encouraged, fire is supervised.',
    { at: 'Lantern Quay' },
  ),
  of('Mahalle kahvaltısı', 7, 150, 'Uzun masa, bol çay. Bir tabak getir, bir tabak paylaş.', {
    capacity: 90,
    at: 'Harbour Green',
  }),
  of('Screen printing for beginners', 16, 180, 'One colour, one T-shirt, one evening.', {
    capacity: 10,
    at: 'Weaver Street 21',
  }),
  of('New neighbours’ tea', 14, 90, 'Just moved here? Come and find out who has the ladder.', {
    capacity: 40,
    at: 'Old Tannery, café',
  }),
]
