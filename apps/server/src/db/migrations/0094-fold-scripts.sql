-- steward_fold (0082-1) also takes the letters of Arabic's script that a search expects to be the same (alef, yeh, kaf and
-- heh in all their forms), its digits, and katakana as hiragana. What is stored follows in the files after this one.
-- Capital letters are those of ICU on every engine.
create collation public.steward_letters (provider = icu, locale = 'und');

create or replace function steward_fold(value text) returns text
language plpgsql immutable parallel safe strict
as $body$
  declare
    folded text collate "C";
  begin
    -- Most text is ASCII, and done with at once.
    if octet_length(value) = length(value) then
      return lower(value collate "C");
    end if;
    folded := regexp_replace(
      normalize(value, NFKD) collate "C",
      -- Combining marks, Hebrew points, Arabic vowel signs and tatweel, and what can't be seen.
      '[\u00AD\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640'
      '\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u180E\u1AB0-\u1AFF'
      '\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\u20D0-\u20FF\uFE00-\uFE0F'
      '\uFE20-\uFE2F\uFEFF]+',
      '', 'g'
    );
    if folded ~ '[\u2010-\u201F\u2032\u2033\u2212]' then
      folded := regexp_replace(folded, '[\u2018-\u201B\u2032]', '''', 'g');
      folded := regexp_replace(folded, '[\u201C-\u201F\u2033]', '"', 'g');
      folded := regexp_replace(folded, '[\u2010-\u2015\u2212]', '-', 'g');
    end if;
    if octet_length(folded) = length(folded) then
      return lower(folded);
    end if;
    folded := lower(folded collate public.steward_letters);
    -- Letters that are written apart but count as others, whatever this engine's lower() knows.
    if folded ~ '[ςıøłđħŧðŋßæœþ\u1C80-\u1C88]' then
      folded := translate(
        replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
        'ςıøłđħŧðŋᲀᲁᲂᲃᲄᲅᲆᲇᲈ',
        'σioldhtdnвдосттъѣꙋ'
      );
    end if;
    -- Letters and digits of Arabic's script that are written in several ways, and katakana as hiragana. Then marks
    -- that were kept, and Hangul, come together again.
    if folded ~ '[\u0530-\u1FFF\u2C00-\uFFFF\U00010000-\U0010FFFF]' then
      folded := translate(
        folded,
        'ٱىیےکةہھە٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
        'ايييكهههه01234567890123456789'
      );
      folded := translate(
        folded,
        'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ',
        'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ'
      );
      folded := normalize(folded, NFC);
    end if;
    return folded;
  end
$body$;
