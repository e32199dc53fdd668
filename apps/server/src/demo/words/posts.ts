import type { Language } from './names.ts'

/** A post and the slug of the category that it belongs in; `{…}` is filled from {@link slots}. */
export type PostText = readonly [category: string, text: string]

/** What can stand in a text's braces. */
export const slots: Record<string, readonly string[]> = {
  street: [
    'Mill Lane',
    'Weaver Street',
    'Bell Court',
    'Copper Yard',
    'Orchard Steps',
    'Fishmarket Row',
    'Upper Terrace',
    'Rosehill',
  ],
  day: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  hour: ['9:30', '10:00', '14:00', '16:30', '18:00', '19:15', '20:00'],
  animal: [
    'tabby cat',
    'black-and-white cat',
    'grey parrot',
    'small brown terrier',
    'tortoise',
    'ginger kitten',
    'old greyhound',
  ],
  pet: ['Biscuit', 'Miso', 'Pushkin', 'Olive', 'Captain', 'Nacho', 'Lulu', 'Sir Barks'],
  tool: [
    'hedge trimmer',
    'tile cutter',
    'pressure washer',
    'sewing machine',
    'belt sander',
    'extension ladder',
    'soldering station',
    'cargo bike',
    'projector',
    'apple press',
    'laser level',
    'carpet cleaner',
  ],
  thing: [
    'kettle',
    'record player',
    'desk lamp',
    'rocking chair',
    'toaster',
    'accordion',
    'winter coat',
    'coffee grinder',
    'pushchair',
    'bedside radio',
    'wall clock',
    'food mixer',
  ],
  plant: [
    'tomato seedlings',
    'rhubarb crowns',
    'mint',
    'chilli plants',
    'strawberry runners',
    'sunflower seeds',
    'basil',
    'courgettes',
  ],
  food: [
    'lentil soup',
    'sourdough',
    'rhubarb crumble',
    'dumplings',
    'dal',
    'pierogi',
    'borscht',
    'shakshuka',
    'apple cake',
  ],
  found: [
    'a set of keys on a red ribbon',
    'a child’s left glove, blue with stars',
    'reading glasses in a green case',
    'a silver bicycle bell',
    'a notebook full of drawings',
    'one hearing aid',
    'a house key on a whale',
  ],
  craft: [
    'pottery wheel',
    'bookbinding',
    'screen printing',
    'wood carving',
    'visible mending',
    'natural dyeing',
    'basket weaving',
    'linocut',
  ],
}

const en: readonly PostText[] = [
  [
    'repairs',
    'The {thing} lives! Three of us, two hours, one new fuse. Thank you, repair café at {street} ❤️',
  ],
  [
    'repairs',
    'My {thing} gave up this morning. Is anybody who knows about such things coming to the repair table on {day}?',
  ],
  [
    'repairs',
    'Reminder: bring the broken part *and* the screws. We can’t mend a {thing} that arrives in spirit only.',
  ],
  [
    'tool-library',
    'Does anybody have the {tool} from the tool library? It was due back on {day} and there are two people waiting.',
  ],
  [
    'tool-library',
    'The {tool} is back from its service and can be borrowed again. Please wipe it down before you return it.',
  ],
  [
    'tool-library',
    'New on the shelf: a {tool}, given by a neighbour in {street}. Ask at the counter for the introduction, it takes ten minutes.',
  ],
  [
    'lost-found',
    'Missing since {day}: {pet}, a {animal}. Shy but loves tuna. Last seen near {street}. Please look into your sheds and cellars.',
  ],
  [
    'lost-found',
    '{pet} the {animal} is home again! He had spent the night in the laundry room at {street}. Thank you all for looking.',
  ],
  [
    'lost-found',
    'Found near {street}: {found}. I have left it at the community desk, ask for it on {day}.',
  ],
  [
    'garden',
    'I have far too many {plant}. Take some: they stand in the blue crate at {street} until {day}.',
  ],
  [
    'garden',
    'Watering rota for the beds at {street}: we still need somebody for {day} at {hour}. It takes half an hour and there are berries.',
  ],
  [
    'garden',
    'First {plant} of the year from the shared bed at {street}. It tastes of rain, in the best way.',
  ],
  [
    'kitchen',
    'Soup night on {day}: {food} and whatever you bring along. Doors open at {hour}; bowls are there, spoons are scarce.',
  ],
  [
    'kitchen',
    'Would somebody share a good recipe for {food}? My grandmother’s notes just say "until it looks right".',
  ],
  [
    'kitchen',
    'There are nine portions of {food} left over from tonight. They are in the community fridge at {street}, labelled and dated.',
  ],
  [
    'classes',
    'The {craft} evening on {day} has two places left. No experience needed, aprons provided, fingernails will suffer.',
  ],
  [
    'classes',
    'Finished my first piece from the {craft} course. It leans a little to the left. So do I. 🙂',
  ],
  [
    'classes',
    'Would there be interest in a {craft} morning for beginners, {day} at {hour}? Say so below and I will ask for the room.',
  ],
  [
    'streets',
    'The lamp outside the bakery in {street} has been flickering since {day}. Reported it, but a second report would not hurt.',
  ],
  [
    'streets',
    '{street} is closed on {day} from {hour} for the water works. Bicycles can get through along the wall.',
  ],
  ['streets', 'To whoever swept all of {street} before sunrise: we saw it, and it was beautiful.'],
  [
    'swaps',
    'Offering: one {thing}, works well, a bit loud. Looking for: {plant}, or an afternoon of help with a {tool}.',
  ],
  [
    'swaps',
    'Free to whoever fetches it first: a {thing}. It stands in the hallway at {street}; ring twice.',
  ],
  [
    'music',
    'Choir on {day} at {hour} in the Old Tannery. We are short of tenors. We are always short of tenors.',
  ],
  [
    'kids',
    'Homework help on {day} has moved to {hour}, same room. Bring the maths nobody at home can explain.',
  ],
  [
    'kids',
    'Outgrown: rain boots in three sizes and a bag of picture books. First come, first served, at {street}.',
  ],
  [
    'announcements',
    'The minutes of the residents’ meeting are on the board at {street}. The short version: yes to the bench, not yet to the fountain.',
  ],
  [
    'announcements',
    'The community desk at {street} is closed on {day}. Urgent things go through the hall phone, everything else keeps.',
  ],
  [
    'makers',
    'The laser cutter is booked solid on {day}, but {hour} just came free. Write to me before you come.',
  ],
  [
    'makers',
    'Printed forty hooks for the coat racks at {street}. If yours snaps, tell me where: I am collecting failures.',
  ],
  [
    'safety',
    'Somebody is ringing at {street} and claims to read the meters. The works say they have sent nobody. Please look after your neighbours.',
  ],
  [
    'sports',
    'Running group on {day} at {hour} from the fountain that isn’t there yet. Six kilometres, talking pace, dogs welcome.',
  ],
  [
    'books',
    'The book exchange at {street} needs a new hinge and fewer encyclopaedias. I can do the hinge.',
  ],
]

const once: readonly PostText[] = [
  [
    'announcements',
    'We did it: 412 signatures for the footbridge. 🎉 The petition goes to the town hall on Monday morning, and whoever wants to walk along is welcome.',
  ],
  [
    'announcements',
    'A word about this feed. It is for neighbours. It is not for insults, not for selling insurance, and not for pictures of how other people park. Thank you for keeping it a place that one likes to open.',
  ],
  [
    'makers',
    'A long one about the tidal clock, since several of you asked.\n\nThe mechanism is a bicycle hub turned by a float in the north basin. It runs about eleven minutes late at spring tide, because the inlet is too narrow; we could widen it, but then the ducks would have to move out.\n\nOpen questions:\n1. Does anybody have brass rod, 6 mm?\n2. Who paints numbers well enough to be looked at for twenty years?\n3. Is there a sound that a clock may make at night?',
  ],
  [
    'books',
    'Reading circle: next month it is "The Summer Book". Short, salty, and nobody has to finish it.',
  ],
  [
    'kids',
    '"Why is the moon following us?" – asked on the cargo bike, Mill Lane, 17:40. I had no answer, and so we went after it.',
  ],
  ['garden', '🌱🌱🌱'],
  [
    'music',
    'Does <b>anyone</b> else hear the bagpipes at six in the morning? & is it, perhaps, one of us?',
  ],
  [
    'safety',
    'Smoke alarms: the shared order arrives on Thursday. 86 of them. If you can hold a drill and climb a ladder, the older people in Bell Court would be glad of you.',
  ],
  [
    'kitchen',
    'Thank you 🙏🏽 to everyone who cooked for the Hoffmanns these three weeks. They are home, the twins are well 👶🏾👶🏾, and the freezer is full until May.',
  ],
  [
    'repairs',
    'Statistics of the year: 614 things brought, 431 mended, 97 given up with dignity, 86 that only wanted to be plugged in.',
  ],
  ['swaps', 'OK'],
  [
    'streets',
    'Averyveryverylongwordwithoutanyspacebecausemykeyboardisbrokenandtherepaircafeopensonlyonsundaysohnoohnoohno',
  ],
  [
    'sports',
    'Swimming in the north basin is allowed again from today. Water 17 °C, courage optional.',
  ],
  [
    'makers',
    'Link to the plans of the planter benches, free to copy: https://example.org/plans/planter-bench?size=large&wood=larch',
  ],
]

/** Posts by language; those in English repeat with other words in their braces. */
export const posts: Record<Language, readonly PostText[]> = {
  en: [...once, ...en],
  de: [
    [
      'repairs',
      'Die alte Kaffeemühle mahlt wieder. Zwei Stunden, eine Feder aus einem Kugelschreiber, viel Geduld. Danke an alle am Reparaturtisch!',
    ],
    [
      'garden',
      'Wer hat Platz für drei Johannisbeersträucher? Sie müssen bis Samstag umziehen, sonst ist der Bagger schneller.',
    ],
    [
      'streets',
      'In der Weaver Street liegen Scherben auf dem Radweg. Ich habe das Gröbste weggefegt, aber bitte fahrt dort langsam.',
    ],
    [
      'kitchen',
      'Am Freitag gibt es Käsespätzle für alle. Wer Zwiebeln schneiden kann, ohne zu weinen, möge sich melden.',
    ],
    [
      'music',
      'Unser Posaunenchor übt ab jetzt um 18 Uhr statt um 20 Uhr. Die Nachbarn haben sehr freundlich gefragt.',
    ],
    [
      'books',
      'Im Bücherschrank steht seit heute ein vollständiger Satz Kochbücher aus den Siebzigern. Sülze, wohin man blickt.',
    ],
    [
      'classes',
      'Der Nähkurs für Anfängerinnen und Anfänger ist voll. Ich führe eine Warteliste und backe als Trost einen Kuchen.',
    ],
    [
      'tool-library',
      'Die lange Leiter ist wieder da. Bitte nur zu zweit tragen, die Delle im Türrahmen war keine Absicht.',
    ],
  ],
  fr: [
    [
      'garden',
      'Les premières courgettes du jardin partagé sont là. Servez-vous, il y en a pour tout le quartier et sans doute pour le suivant.',
    ],
    [
      'classes',
      "L'atelier de reliure reprend jeudi à 19 heures. Apportez un vieux cahier : il repartira comme neuf.",
    ],
    [
      'lost-found',
      "Trouvé devant la boulangerie : un doudou lapin, très aimé, une oreille recousue. Il vous attend à l'accueil.",
    ],
    [
      'kitchen',
      'Quelqu’un aurait-il un grand faitout pour samedi ? Nous serons quarante et ma casserole en nourrit six.',
    ],
    [
      'music',
      'Répétition de la fanfare sur les marches du verger. Ce sera faux, ce sera fort, ce sera joyeux.',
    ],
    ['swaps', 'Je donne une machine à écrire AZERTY. La touche « œ » n’a jamais servi.'],
  ],
  es: [
    [
      'streets',
      'Mañana cortan el agua en Copper Yard de nueve a doce. Llenad cubos y avisad a los vecinos mayores, por favor.',
    ],
    [
      'kitchen',
      '¿Quién se apunta a una paella el domingo? Pongo el arroz y la leña; falta gente con hambre y una mesa larga.',
    ],
    [
      'makers',
      '¡Por fin! La impresora 3D vuelve a funcionar. El problema era un muelle de dos céntimos.',
    ],
    ['kids', 'Busco quien enseñe ajedrez a un grupo de niños los miércoles. Pagan en dibujos.'],
    ['music', 'El sábado, noche de coplas en el patio. Trae tu silla y a tu abuela.'],
    [
      'garden',
      'Las abejas de la azotea han dado catorce kilos de miel. Habrá un tarro para cada portal.',
    ],
  ],
  tr: [
    [
      'books',
      'Mahalle kütüphanesine bu hafta kırk yeni kitap geldi. Kayıt için cumartesi günü uğramanız yeterli.',
    ],
    [
      'kitchen',
      'Pazar kahvaltısı için gönüllü arıyoruz: çay bizden, börek sizden, sohbet hepimizden.',
    ],
    [
      'repairs',
      'Babaannemin dikiş makinesi yeniden çalışıyor. İğnesini değiştiren ustanın ellerine sağlık!',
    ],
    ['streets', 'Işıklar sokağındaki çöp kutusu yine dolmuş. Belediyeyi aradım, yarın gelecekler.'],
  ],
  pl: [
    ['swaps', 'Oddam słoiki, dużo słoików. Naprawdę bardzo dużo słoików. Odbiór wieczorem.'],
    [
      'classes',
      'Warsztaty szycia toreb z odzysku: zostały trzy miejsca. Nici i dobry humor zapewniamy.',
    ],
    [
      'kitchen',
      'W sobotę lepimy pierogi. Zeszłym razem było ich czterysta i ani jeden nie doczekał niedzieli.',
    ],
    [
      'garden',
      'Ktoś podlał moje grządki, kiedy leżałam chora. Nie wiem kto, ale dziękuję z całego serca.',
    ],
  ],
  vi: [
    ['kitchen', 'Chủ nhật này mình nấu phở cho cả xóm. Ai rảnh thì đến sớm nhặt rau giúp nhé!'],
    [
      'classes',
      'Lớp tiếng Việt cho các bé sẽ bắt đầu lại vào thứ bảy, mười giờ sáng, ở phòng sinh hoạt chung.',
    ],
    [
      'lost-found',
      'Có ai nhặt được chiếc ô màu vàng ở bến tàu không? Đó là quà của bà ngoại mình.',
    ],
  ],
  ar: [
    ['classes', 'ورشة الخط العربي تعود يوم الخميس في السادسة مساءً. أحضروا أقلامكم، والحبر علينا.'],
    [
      'kitchen',
      'طبخنا اليوم قدرًا كبيرًا من شوربة العدس، وما زال منه الكثير في الثلاجة المشتركة. تفضّلوا!',
    ],
    [
      'lost-found',
      'وجدتُ محفظة صغيرة بنّية قرب محطة الترام. مَن فقدها فليصف ما فيها ويأخذها من مكتب الجيران.',
    ],
    [
      'garden',
      'زرعنا النعناع عند المدخل لكل أهل الحي. اقطفوا ما تحتاجون، واتركوا الجذور من فضلكم.',
    ],
    [
      'streets',
      'المصعد في البناية رقم ١٢ معطّل منذ الثلاثاء. جارتنا أمّ خالد في الطابق الخامس تحتاج إلى مَن يحمل مشترياتها.',
    ],
    ['music', 'أمسية عود يوم الجمعة في Old Tannery، الدخول مجاني والقهوة بالهيل. 🎶'],
    [
      'repairs',
      'شكرًا لكل من أصلح راديو جدّي. سمع اليوم نشرة الأخبار بصوت واضح أوّل مرة منذ عشر سنين.',
    ],
    ['kids', 'هل من متطوّع يساعد ثلاثة أطفال في الرياضيات مساء الاثنين؟ هم أذكياء، والكسور عنيدة.'],
  ],
  he: [
    ['kitchen', 'נשארו לי שתי חלות טריות מהבוקר. מי שמגיע ראשון לדלת לוקח.'],
    ['repairs', 'תיקנו את המאוורר של גברת שפירא בעשר דקות. רוב הזמן חיפשנו את הבורג שנפל.'],
    ['classes', 'חוג הנגרות לנוער נפתח ביום שלישי. יש מקום לשניים, ויש גם פלסטרים.'],
    ['streets', 'שימו לב: ביום ראשון סוגרים את Mill Lane לתנועה עד הצהריים בגלל עבודות המים.'],
    ['music', 'מחפשים נגן קלרינט להרכב השכונתי. חזרות בימי רביעי, עוגיות בכל חזרה.'],
  ],
  ru: [
    [
      'kids',
      'Кружок робототехники собирается в субботу в одиннадцать. Наш робот научился объезжать кота, кот недоволен.',
    ],
    [
      'repairs',
      'Починили старый проигрыватель. Первая пластинка — вальсы, вторую выбирают соседи.',
    ],
    [
      'kitchen',
      'В пятницу варим борщ на всех. Нужны свёкла, сметана и человек, который умеет вовремя остановиться.',
    ],
    ['lost-found', 'Потерялась черепаха Тортилла. Далеко уйти не могла, но она упорная.'],
    [
      'books',
      'Отдам собрание сочинений, двенадцать томов. Третий читали чаще других, это заметно.',
    ],
    ['streets', 'Кто-то ночью расчистил снег перед всем домом. Спасибо, добрый человек!'],
  ],
  el: [
    ['garden', 'Οι λεμονιές της αυλής γέμισαν καρπό. Περάστε με μια σακούλα όποτε θέλετε.'],
    ['kitchen', 'Την Κυριακή μαγειρεύουμε φασολάδα για όλη τη γειτονιά. Φέρτε ψωμί και ιστορίες.'],
    [
      'music',
      'Μάθημα μπουζουκιού για αρχάριους κάθε Τρίτη στις επτά. Οι γείτονες έχουν προειδοποιηθεί.',
    ],
    ['lost-found', 'Βρέθηκε γκρι γατάκι στα σκαλιά. Είναι πολύ φιλικό και λίγο θυμωμένο.'],
  ],
  hi: [
    ['kids', 'रविवार को छत पर पतंगबाज़ी होगी। माँझा सादा रखें, ताकि पक्षियों को चोट न लगे।'],
    ['kitchen', 'आज सामुदायिक रसोई में राजमा-चावल बना है। जो भूखा हो, बेझिझक आ जाए।'],
    ['classes', 'बुज़ुर्गों के लिए मोबाइल सिखाने की कक्षा शनिवार को दस बजे है। धैर्य साथ लाएँ।'],
    ['repairs', 'मेरी पुरानी साइकिल फिर से दौड़ने लगी है। मरम्मत टोली को दिल से धन्यवाद!'],
    ['streets', 'गली नंबर तीन में पानी भर गया है। कृपया बच्चों को उधर न जाने दें।'],
  ],
  ja: [
    ['classes', '金継ぎ教室は来月も開催します。割れたお皿を一枚お持ちください。'],
    [
      'garden',
      '共同菜園のきゅうりが豊作です。ご自由にお持ちください。ただし、ピーマンも一緒にどうぞ。',
    ],
    ['lost-found', '商店街で子ども用の青い手袋を拾いました。受付にお預けしています。'],
    ['repairs', 'おばあちゃんの扇風機が直りました！四十年前のものとは思えない風です。'],
    ['streets', '明日の朝八時から川沿いの掃除をします。軍手とごみ袋はこちらで用意します。'],
  ],
  zh: [
    ['garden', '社区菜园的番茄熟了，欢迎大家来摘。请给邻居的孩子留一些。'],
    ['repairs', '修理铺今天救活了三台收音机和一把雨伞。谢谢各位师傅！'],
    ['kitchen', '星期天一起包饺子，馅儿已经准备好了，只缺会擀皮的人。'],
    ['books', '交换书架上新到了一套武侠小说，第三册不知道被谁借走了。'],
    ['sports', '每天早上六点半在码头打太极拳，零基础也可以来。'],
  ],
  ko: [
    ['makers', '목공방에서 의자 만들기 모임이 있습니다. 나무는 준비되어 있으니 마음만 가져오세요.'],
    ['kitchen', '이번 주 토요일에 다 같이 김장을 합니다. 고무장갑을 꼭 챙겨 오세요!'],
    ['lost-found', '정류장에서 강아지를 보호하고 있어요. 갈색이고 목줄에 종이 달려 있습니다.'],
    ['books', '작은 도서관이 다음 주부터 밤 아홉 시까지 문을 엽니다.'],
  ],
}
