/** A thing that a community may call by a word of its own: its forms in a language, the plain one first. */
export type Term = readonly string[]

/**
 * The terms of each language, in one order, with every form in which messages have them. A language without terms here
 * can't be reworded. A longer form comes before a shorter one that stands in it, wherever it stands here.
 */
export const termsByLanguage: Readonly<Record<string, readonly Term[]>> = {
  en: [
    ['dashboard'],
    ['community'],
    ['role', 'roles'],
    ['user', 'users'],
    ['admin', 'admins'],
    ['business user', 'business users'],
    ['member', 'members'],
    ['staff'],
    ['owner', 'owners'],
    ['event', 'events'],
    ['poll', 'polls'],
    ['survey', 'surveys'],
    ['task', 'tasks'],
    ['bill', 'bills'],
    ['payer'],
    ['post', 'posts', 'feed post', 'feed posts'],
    ['category', 'categories', 'subcategory', 'subcategories'],
    ['shopping post', 'shopping posts'],
    ['shopping feed', 'shopping feeds'],
  ],
  de: [
    ['Übersicht'],
    ['Community'],
    ['Rolle', 'Rollen'],
    ['Nutzer', 'Nutzers'],
    ['Admin', 'Admins'],
    ['Geschäftsnutzer'],
    ['Mitglied', 'Mitglieder'],
    ['Team', 'Teamkonto', 'Teamkontos'],
    ['Inhaber', 'Inhabers', 'Inhaberrolle'],
    ['Veranstaltung', 'Veranstaltungen'],
    ['Abstimmung', 'Abstimmungen'],
    ['Umfrage', 'Umfragen'],
    ['Aufgabe', 'Aufgaben'],
    ['Rechnung', 'Rechnungen'],
    ['Zahler', 'Zahlers'],
    ['Beitrag', 'Beiträge', 'Beiträgen'],
    ['Kategorie', 'Kategorien', 'Unterkategorie', 'Unterkategorien', 'Oberkategorie'],
    ['Anzeige', 'Anzeigen'],
    ['Marktplatz', 'Marktplätze', 'Marktplatzstatus'],
  ],
  fr: [
    ['tableau de bord'],
    ['communauté'],
    ['rôle', 'rôles'],
    ['utilisateur', 'utilisateurs'],
    ['admin', 'admins'],
    ['utilisateur pro', 'utilisateurs pro'],
    ['membre', 'membres'],
    ['équipe'],
    ['propriétaire', 'propriétaires'],
    ['événement', 'événements'],
    ['sondage', 'sondages'],
    ['enquête', 'enquêtes'],
    ['tâche', 'tâches'],
    ['facture', 'factures'],
    ['payeur'],
    ['publication', 'publications'],
    ['catégorie', 'catégories', 'sous-catégorie', 'sous-catégories'],
    ['annonce', 'annonces'],
    ['fil d’achats', 'fils d’achats'],
  ],
  es: [
    ['panel'],
    ['comunidad'],
    ['rol', 'roles'],
    ['usuario', 'usuarios'],
    ['admin', 'admins'],
    ['usuario profesional', 'usuarios profesionales'],
    ['miembro', 'miembros'],
    ['equipo'],
    ['propietario', 'propietaria'],
    ['evento', 'eventos'],
    ['encuesta', 'encuestas'],
    ['cuestionario', 'cuestionarios'],
    ['tarea', 'tareas'],
    ['factura', 'facturas'],
    ['pagador'],
    ['publicación', 'publicaciones'],
    ['categoría', 'categorías', 'subcategoría', 'subcategorías'],
    ['anuncio', 'anuncios'],
    ['mercado', 'mercados'],
  ],
  // Without the article and what else is written onto a word: `prefixes` in rewording.ts.
  ar: [
    ['لوحة المعلومات'],
    ['مجتمع'],
    ['دور', 'أدوار', 'دورًا', 'دوران', 'دورين', 'دورك', 'دوره', 'دورهم', 'أدوارهم'],
    ['مستخدم', 'مستخدمون', 'مستخدمين', 'مستخدمًا', 'مستخدمان'],
    ['مشرف', 'مشرفون', 'مشرفين', 'مشرفًا', 'مشرفان', 'مشرفَين'],
    [
      'مستخدم تجاري',
      'مستخدمين تجاريين',
      'مستخدمًا تجاريًا',
      'مستخدمان تجاريان',
      'مستخدمون التجاريون',
    ],
    ['عضو', 'أعضاء', 'عضوًا', 'عضوان'],
    ['فريق العمل'],
    ['مالك', 'مالكين', 'مالكًا'],
    ['فعالية', 'فعاليات', 'فعاليتان'],
    ['تصويت', 'تصويتات', 'تصويتًا', 'تصويتان'],
    ['استبيان', 'استبيانات', 'استبيانًا', 'استبيانان'],
    ['مهمة', 'مهام', 'مهمتان', 'مهمتين'],
    ['فاتورة', 'فواتير', 'فاتورتان'],
    ['دافع'],
    ['منشور', 'منشورات', 'منشورًا', 'منشوران', 'منشورين', 'منشورك', 'منشوراتك'],
    ['فئة', 'فئات', 'فئتان', 'فئتين'],
    ['إعلان', 'إعلانات', 'إعلانًا', 'إعلانان', 'إعلانين'],
    ['سوق المجتمع'],
  ],
  ja: [
    ['ダッシュボード'],
    ['コミュニティ'],
    ['ロール'],
    ['ユーザー'],
    ['管理者'],
    ['ビジネスユーザー'],
    ['メンバー'],
    ['スタッフ', 'スタッフアカウント'],
    ['オーナー', 'オーナーロール'],
    ['イベント'],
    ['投票'],
    ['アンケート'],
    ['タスク'],
    ['請求書'],
    ['支払者'],
    ['投稿', '投稿者'],
    ['カテゴリ', 'サブカテゴリ'],
    ['出品', '出品者'],
    ['ショッピングフィード'],
  ],
}

/** Phrases in which a form is another word, so that it stays. */
export const keptPhrases: Readonly<Record<string, readonly string[]>> = {
  // A job that runs in the background.
  fr: ['tâche de fond', 'tâches de fond', 'membres de l’équipe'],
  // The participle “used”.
  ar: ['العنوان مستخدم', 'غير صحيح أو مستخدم', 'مستخدم الآن'],
}

/** Messages, by their English text, whose translation has a form that is another word. */
export const keptMessages: readonly string[] = [
  // German “Anzeigen” is the verb, and shopping posts.
  'Show',
]

/** The languages whose words a community may choose. */
export const wordedLanguages: readonly string[] = Object.keys(termsByLanguage)

/** The forms of a language; none where it has no terms. */
export const formsOf = (language: string): readonly string[] =>
  (Object.hasOwn(termsByLanguage, language) ? termsByLanguage[language] : undefined)?.flat() ?? []
