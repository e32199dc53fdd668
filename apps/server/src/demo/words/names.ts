/** A language of the community; posts and names of a person belong together. */
export type Language =
  | 'en'
  | 'de'
  | 'fr'
  | 'es'
  | 'tr'
  | 'pl'
  | 'vi'
  | 'ar'
  | 'he'
  | 'ru'
  | 'el'
  | 'hi'
  | 'ja'
  | 'zh'
  | 'ko'

/** Given and family names; where the script isn't Latin, with a Latin form after a bar. */
export interface Names {
  weight: number
  given: readonly string[]
  family: readonly string[]
  /** Family name first, and what stands between. */
  familyFirst?: boolean
  between?: string
}

const list = (text: string) => text.trim().split(/\s*;\s*/)

export const names: Record<Language, Names> = {
  en: {
    weight: 32,
    given: list(
      'Amelia; Oliver; Grace; Theo; Isla; Noah; Ruby; Jack; Freya; Callum; Nia; Owen; Maeve; Declan; Imani; Marcus; Chloe; Ethan; Aisha; Samuel; Priya; Leo; Hazel; Jonah; Zadie; Kofi; Beatrice; Desmond',
    ),
    family: list(
      "Harper; O'Neill; Whitfield; Okafor; Bennett; Llewellyn; Marsh; Adeyemi; Sinclair; Fairbairn; Nguyen-Clarke; Patel; Hughes; Abbott; Mensah; Redfern; St. John; Walsh; Ashworth; Campbell; Doyle; Osei; Thackeray; Kaur",
    ),
  },
  de: {
    weight: 8,
    given: list(
      'Jörg; Anneliese; Matthias; Käthe; Lukas; Heike; Sönke; Ulrike; Florian; Zoë; Jürgen; Mareike',
    ),
    family: list(
      'Müller; Schäfer; Großmann; von der Heide; Weiß; Brückner; Köhler; Lüdtke; Vogt; Hansen',
    ),
  },
  fr: {
    weight: 6,
    given: list('Élodie; Benoît; Maëlle; François; Noémie; Loïc; Océane; Gaël; Zoé; Anaïs'),
    family: list(
      "Lefèvre; D'Angély; Gauthier; Côté; Beauchêne; Mercier; Nadaud; Œuvrard; Garçon; Perrault",
    ),
  },
  es: {
    weight: 6,
    given: list('Lucía; Andrés; Íñigo; Begoña; Joaquín; Sofía; Martín; Inés; Ángel; Pilar'),
    family: list(
      'García Núñez; Ibáñez; Peña; Echeverría; Muñoz; Cañizares; Vázquez; López de Haro; Ordóñez; Rivas',
    ),
  },
  tr: {
    weight: 4,
    given: list('Çağla; Ömer; Işıl; Uğur; Gülşen; İbrahim; Şebnem; Yiğit'),
    family: list('Yıldız; Öztürk; Çelik; Şahin; Güneş; Kılıç; Aydın; Doğan'),
  },
  pl: {
    weight: 4,
    given: list('Łukasz; Żaneta; Małgorzata; Świętosław; Agnieszka; Paweł; Zofia; Grzegorz'),
    family: list('Wójcik; Błaszczyk; Dąbrowska; Szczęsny; Król; Źrebiec; Nowak; Jabłoński'),
  },
  vi: {
    weight: 3,
    given: list('Thị Ngọc Ánh; Văn Đức; Thuỳ Linh; Quốc Bảo; Minh Tuấn; Hồng Nhung'),
    family: list('Nguyễn; Trần; Lê; Phạm; Đặng; Bùi'),
    familyFirst: true,
  },
  ar: {
    weight: 8,
    given: list(
      'ليلى|layla; عمر|omar; فاطمة|fatima; يوسف|yusuf; نور|nour; خالد|khalid; سلمى|salma; حسن|hassan; هدى|huda; طارق|tariq',
    ),
    family: list(
      'الهاشمي|alhashimi; حدّاد|haddad; منصور|mansour; القرشي|alqurashi; نجّار|najjar; الزهراني|alzahrani; بيطار|bitar; شاهين|shahin; الخطيب|alkhatib; صبّاغ|sabbagh',
    ),
  },
  he: {
    weight: 4,
    given: list(
      'נועה|noa; איתי|itay; תמר|tamar; יונתן|yonatan; שירה|shira; אלון|alon; מיכל|michal; דוד|david',
    ),
    family: list(
      'כהן|cohen; לוי|levi; מזרחי|mizrahi; בן־דוד|bendavid; פרידמן|friedman; אברהמי|avrahami; שפירא|shapira; גולן|golan',
    ),
  },
  ru: {
    weight: 6,
    given: list(
      'Анна|anna; Дмитрий|dmitry; Ольга|olga; Сергей|sergey; Наталья|natalya; Михаил|mikhail; Ксения|ksenia; Артём|artyom; Юлия|yulia; Пётр|pyotr',
    ),
    family: list(
      'Соловей|solovey; Коваленко|kovalenko; Шевчук|shevchuk; Мороз|moroz; Бондаренко|bondarenko; Жук|zhuk; Черных|chernykh; Гончар|gonchar; Щербак|shcherbak; Дюма|dyuma',
    ),
  },
  el: {
    weight: 4,
    given: list(
      'Ελένη|eleni; Γιώργος|giorgos; Κατερίνα|katerina; Νίκος|nikos; Σοφία|sofia; Δημήτρης|dimitris; Άννα|anna; Θανάσης|thanasis',
    ),
    family: list(
      'Παπαδοπούλου|papadopoulou; Νικολάου|nikolaou; Αγγελή|angeli; Οικονόμου|oikonomou; Βασιλείου|vasileiou; Καραγιάννη|karagianni; Ξένου|xenou; Μακρή|makri',
    ),
  },
  hi: {
    weight: 5,
    given: list(
      'आरव|aarav; अनन्या|ananya; रोहन|rohan; दीपिका|deepika; विक्रम|vikram; सुनीता|sunita; कबीर|kabir; मीरा|meera',
    ),
    family: list(
      'शर्मा|sharma; वर्मा|varma; गुप्ता|gupta; त्रिपाठी|tripathi; चौधरी|chaudhary; जोशी|joshi; मिश्रा|mishra; अय्यर|iyer',
    ),
  },
  ja: {
    weight: 5,
    given: list(
      'さくら|sakura; 健太|kenta; 結衣|yui; 大輔|daisuke; 美咲|misaki; 翔|sho; 陽子|yoko; 蓮|ren',
    ),
    family: list(
      '佐藤|sato; 鈴木|suzuki; 高橋|takahashi; 渡辺|watanabe; 小林|kobayashi; 齋藤|saito; 五十嵐|igarashi; 中村|nakamura',
    ),
    familyFirst: true,
  },
  zh: {
    weight: 5,
    given: list(
      '伟|wei; 芳|fang; 秀英|xiuying; 子涵|zihan; 浩然|haoran; 梦琪|mengqi; 建国|jianguo; 雨桐|yutong',
    ),
    family: list('王|wang; 李|li; 张|zhang; 欧阳|ouyang; 陈|chen; 司马|sima; 刘|liu; 黄|huang'),
    familyFirst: true,
    between: '',
  },
  ko: {
    weight: 4,
    given: list(
      '서연|seoyeon; 민준|minjun; 지우|jiwoo; 하은|haeun; 도윤|doyun; 수빈|subin; 예준|yejun; 채원|chaewon',
    ),
    family: list('김|kim; 이|lee; 박|park; 최|choi; 정|jung; 강|kang; 남궁|namgung; 윤|yoon'),
    familyFirst: true,
    between: '',
  },
}

/** People whose names try a screen: very long, very short, with marks, with emoji. */
export const unusualNames: readonly { name: string; latin: string; language: Language }[] = [
  {
    name: 'عبد الرحمن محمد عبد الله الهاشمي القرشيّ',
    latin: 'abdulrahman.alhashimi',
    language: 'ar',
  },
  { name: 'Bo', latin: 'bo', language: 'en' },
  {
    name: 'Maximiliane-Konstanze Freifrau von Hohenstein-Wittelsbach zu Altenburg',
    latin: 'mk.vonhohenstein',
    language: 'de',
  },
  { name: 'Zoë 🌻 Sunflower', latin: 'zoe.sunflower', language: 'en' },
  { name: 'Nguyễn Phúc Bảo Long Hoàng Gia Khánh', latin: 'baolong.nguyen', language: 'vi' },
  { name: 'ณัฐพงษ์ ศรีสุวรรณ', latin: 'nattapong', language: 'en' },
  { name: "Seán Ó Máille-D'Arcy", latin: 'sean.omaille', language: 'en' },
  { name: 'গৌরব চট্টোপাধ্যায়', latin: 'gaurab', language: 'hi' },
]

export const places = list(
  'Lantern Quay; Mill Lane; Copper Yard; Orchard Steps; Old Tannery; North Basin; Rosehill; Canal Side; Station Arches; Fishmarket Row; Bell Court; Weaver Street; Harbour Green; Upper Terrace',
)

/** What people say about themselves. */
export const abouts: Partial<Record<Language, readonly string[]>> = {
  en: list(
    'Repairs bicycles on Sundays and talks about them all week.; Ceramics, mostly bowls. Looking for shelf space near the kiln.; Retired tram driver, now in charge of the tool library’s ladders.; Two kids, one allotment, no free evenings.; Software by day, sourdough by night.; New here since spring. Happy to help with translations.; Runs the Tuesday sewing table. Beginners always welcome.; I fix radios. If it hums, bring it.; Beekeeper on the roof of the Old Tannery. 🐝; Plays second violin in the quay orchestra and first spoon in the soup kitchen.',
  ),
  de: list(
    'Schreinerin, leitet den offenen Holzabend am Mittwoch.; Repariert alles mit Stecker.; Sucht einen Proberaum für vier leise Menschen.',
  ),
  fr: list(
    "J'anime l'atelier de reliure le jeudi soir.; Jardinière du dimanche, cuisinière des autres jours.",
  ),
  es: list(
    'Doy clases de guitarra a cambio de verduras.; Monto el mercadillo los sábados a las siete.',
  ),
  tr: list('Mahalle kütüphanesinde cumartesi nöbetçisiyim.'),
  pl: list('Szyję torby z odzysku i uczę tego innych.'),
  ar: list('أعلّم الخط العربي للأطفال مساء كل خميس.; مهندسة كهرباء، أتطوّع في ورشة الإصلاح.'),
  he: list('אופה לחם מחמצת ומחלקת לשכנים.; מדריך חוג נגרות לנוער.'),
  ru: list('Веду кружок робототехники для школьников.; Шью паруса и чиню зонты.'),
  el: list('Φτιάχνω μαρμελάδες από τα δέντρα της γειτονιάς.'),
  hi: list('मैं रविवार को बच्चों को पतंग बनाना सिखाता हूँ।; सामुदायिक रसोई में खाना पकाती हूँ।'),
  ja: list('金継ぎ教室を月に一度ひらいています。; 自転車の修理ならおまかせください。'),
  zh: list('周末在社区菜园种菜，欢迎来聊。; 会修老式缝纫机。'),
  ko: list('주말마다 목공방에서 의자를 만듭니다.; 동네 도서관 자원봉사자입니다.'),
}
