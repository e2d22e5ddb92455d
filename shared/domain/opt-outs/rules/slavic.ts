import type { Rules } from './rules.ts'

export const polish: Rules = {
  lists: {
    imp: `dzwoń dzwońcie telefonuj telefonujcie kontaktuj kontaktujcie pisz piszcie wysyłaj wysyłajcie nękaj nękajcie niepokój niepokójcie przeszkadzaj przeszkadzajcie przysyłaj przysyłajcie
      wydzwaniaj wydzwaniajcie zawracaj zawracajcie dzwon dzwoncie oddzwaniajcie esemesuj nagabujcie męczcie męcz ślijcie`,
    inf: `dzwonić telefonować kontaktować pisać wysyłać nękać niepokoić przeszkadzać przysyłać wydzwaniać zawracać kontaktowania dzwonienia oddzwaniać nagabywać zadzwonić męczyć dręczyć słać zakłócać`,
    past: 'dzwonił* dzwonili kontaktował* pisał* wysyłał* nękał* wydzwaniał* przeszkadzał* niepokoił* telefonował* przysyłał* zadzwonił* kontaktowali męczyli',
    noun: `telefonów połączeń wiadomości smsów sms_ów rozmów kontaktu reklam ofert sms telefony połączenia dzwonienia dzwonieniem telefonami nękania smsy esemesów reklamy wydzwaniania marketingu`,
    do: 'do_mnie do_nas tu tutaj mi mnie nam więcej już nigdy na_ten ten_numer pod_ten mojego',
    num: 'numer* dane nazwisko telefon kontakt imię',
    list: 'list* baz* systemu rejestr* spis* kartotek* ewidencj* bazy_danych',
    limit: `przed po do_godz* między dzisiaj dziś jutro teraz wieczorem wieczorami rano niedziel* sobot* pracy godzin* weekend* gdy jak kiedy póki dopóki tak_późno tak_wcześnie w_nocy nocą w_południe zbyt jeszcze za_wcześnie
      w_tygodniu w_święta poniedział* piąt* pracuję zaraz bez dwa_razy o_tej_porze później wcześniej`,
    self: 'ja_zadzwonię sam_zadzwonię sama_zadzwonię oddzwonię zadzwonię ja_oddzwonię odezwę_się sam_oddzwonię',
  },
  asks: `
    nie ~3 @imp
    nie ~2 wolno ~4 @inf
    prosz*|prosił*|proszę|prosimy|żądam|życzę|uprzejmie|błagam ~5 nie ~3 @inf
    ^ więcej|już? @do? nie ~2 @inf
    więcej|nigdy_więcej|już|nigdy ~4 nie ~3 @inf|dzwońcie
    nie ~1 chc*|życz*|zycz*|pozwal*|zgadzam|zezwal* ~4 żeby|aby|by|zeby|abyście|żebyście|byście|żebyś ~6 @past|@inf
    nie ~1 chc*|życz*|zycz*|potrzebuj*|przyjmuj*|zgadzam|akceptuj* ~5 @noun
    nie ~1 chc*|życz* ~3 być ~2 nękan*|niepokojon*|kontaktowan*
    nie ~1 życz*|zgadzam|zezwalam|wyrażam ~4 @noun|@inf|kontaktowanie|dzwonienie|zgody|zgodę
    przesta*|skończ*|zaprzesta*|dajcie_sobie_spokój|skończcie|możecie_przestać ~3 @inf|@noun|z_tymi|z_dzwonieniem
    dość|dosyć|koniec|mam_dość|starczy ~2 z? ~1 tych|waszych|tymi? @noun
    żadnych|bez ~2 @noun
    ani|więcej ~1 telefonów|smsów|wiadomości ~1 $
    usu*|skreśl*|wykreśl*|wypis*|wymaż*|skasuj*|zapomnij*|wyrejestr*|wykasuj*|wyrzuć*|wykreślić|zapomnieć|wymazać ~3 mój|mojego|moje|moich|ten|nasz|mego ~1 @num
    usu*|skreśl*|wykreśl*|wypis*|wyrejestr*|wykasuj*|wyrzuć*|zdejm* ~2 mnie|nas
    mój|moje|moich ~1 @num ~5 usun*|usunąć|skreśl*|wykreśl*|skasow*|wykasow*|usunięt*
    mnie|nas ~2 usun*|skreśl*|wykreśl*|wypis* ~2 z ~3 @list
    chc*|proszę ~4 usunięt*|wykreślon*|skreślon*|usunięcie|wykreślenie ~2 z|mnie|mojego ~3 @list|@num
    wpis*|dopis*|dodaj*|umieś* ~4 czarn*_list*|list*_robinsona|nie_dzwonić|robinsona
    dajcie|daj|dać|proszę_dać|niech_pan_da|da|zostaw*|zostawcie ~2 mi|mnie|nam|nas ~3 spokój|spokoju|święty
    cofam|wycofuję|odwołuję|wycofać|cofnąć ~3 zgod*
    zabraniam|zakazuję|nie_pozwalam ~5 @inf|@noun|kontakt*
    odczep*|odwal* ~1 się
    sprzeciw* ~5 marketing*|przetwarzani*|kontakt*|@noun
    ostatni_raz ~3 @inf|dzwoni*|@imp
    macie|ma|masz|wolno|prawa ~2 nie ~2 @inf|@noun
  `,
  unless: `
    dlaczego|czemu|czy ~3 nie
    nie -4 @imp -4 @limit
    nie -3 @inf -4 @limit
    nie -2 @limit -3 @imp|@inf
    @limit -3 nie -2 @imp|@inf
    żeby|aby|by|żebyście -6 @past -3 @limit
    nie ~4 @imp|@inf ~3 %6 @self
    nie ~4 @imp|@inf ~3 tylko|lecz|ale_proszę
    nie ~1 przesta*
    nie zapomn*|zapomin*|wahaj*|krępuj*
    przegapić|stracić|odbierać|odebrać ~2 @noun
    mog*|mogłem|mogłam|umiem|muszę|lubię|będę|zamierzam|powinienem ~3 nie|przesta*|@inf
    nie mog*|będę|lubię|umiem|zamierzam|chciał*|muszę|musi ~3 @inf
    oczekując*|zakup*|rezerwow*|gości
    nie miałem|miałam|było|dostałem|mam ~3 @noun
    @noun było|nie_było
    usu*|skreśl* ~4 zamówieni*|koszyk*|produkt*|pozycj*|stary
  `,
  hints: `dzwo* zadzwo* telefon* numer* kontakt* wiadomo* sms* list* baz* przesta* stop dość koniec usu* skreśl* wykreśl* wypis* nęka* przeszkadz* spokój zgod* reklam* wydzwania* pisz*
    wysyła* marketing* rodo dane prawnik* policj* zainteresow* spam* odczep* spadaj* zablok*`,
}

const cyrillicRussian = {
  imp: `звони звоните звонь перезванивай перезванивайте набирай набирайте пиши пишите присылай присылайте беспокойте беспокой тревожьте тревожь шлите шли контактируйте обращайтесь звякайте
    названивай названивайте достоваите доставайте отправляйте отправляй смейте_звонить донимайте звоните_мне дергайте спамьте звоните-ка`,
  inf: `звонить перезванивать набирать писать присылать беспокоить тревожить слать контактировать названивать отправлять доставать связываться набрать позвонить донимать спамить надоедать звонит`,
}

export const russian: Rules = {
  lists: {
    imp: cyrillicRussian.imp,
    inf: cyrillicRussian.inf,
    past: 'звонил* писал* беспокоил* названивал* присылал* тревожил* перезванивал* доставал* связывал* контактировал* слали отправлял*',
    noun: 'звонков звонки сообщений сообщения смс рекламы рассылки рассылок звонок эсэмэс эсэмэсок рекламу предложений предложения звонками спама спам смски сообщениями смсок',
    num: 'номер* телефон* данн* имя контакт* фамилию',
    list: 'баз* списк* рассылк* систем* реестр* картотек* обзвон* справочник*',
    limit: `до после между сегодня завтра сейчас утром вечером ночью выходн* воскресень* суббот* понедельник* работу работе пока раньше позже часов когда если так_поздно так_рано поздно рано в_обед обеда во_время на_работе
      по_ночам до_девяти будням дважды без на_домашний вечерам утрам часа через`,
    self: 'я_перезвоню я_позвоню сам_позвоню сама_позвоню перезвоню позвоню_сам я_сам я_сама свяжусь мы_перезвоним я_вам_позвоню я_наберу',
  },
  asks: `
    не ~3 @imp
    прошу|просьба|прос*|пожалуйста|попрошу|требую|умоляю|убедительно ~5 не ~3 @inf
    больше|никогда|впредь|ещё_раз ~3 не ~3 @inf
    ^ сюда|мне|нам? не @inf сюда|мне|нам|больше|$
    не ~1 надо|нужно|стоит|смейте|смей|следует|нада|вздумайте|вздумай|имеете_права|имеет_права|разрешаю|позволяю|должны|можете_больше ~4 @inf
    чтобы|чтоб|что_бы ~6 не ~3 @past
    перестан*|прекрат*|хватит|кончай*|завязывай*|бросьте|достаточно|прекращ*|хорош|может_хватит|довольно|заканчивайте ~4 @inf
    перестан*|прекрат*|хватит|довольно|достаточно|никаких|без|прекращ*|надоели ~2 этих|ваших|мне|свои|эти|ваши|всех? @noun
    не ~1 хочу|желаю|хотим|хотел*|желаем|хочется ~3 чтобы|чтоб|что_бы ~6 @past
    не ~1 хочу|желаю|хотим|желаем|нужны|надо|нужно|нуждаюсь|согласен|согласна|даю ~4 @noun
    не ~1 хочу|желаю|желаем|хотим ~3 получать|слышать|видеть ~4 @noun|от_вас|вас
    удали*|убери*|вычеркн*|сотри*|исключи*|удалить|убрать|забудь*|вычеркнуть|стереть|забыть|уберите|выкиньте ~3 мой|мои|моё|мое|этот|наш|мою|наши|свой ~1 @num
    удали*|убери*|вычеркн*|исключи*|удалить|убрать|вычеркнуть|исключить|выпишите|снимите|выкиньте ~2 меня|нас ~2 из|с|$
    мой|мои|меня|наш ~1 @num? ~4 удали*|удалён|удален|удалены|вычеркн*|убра*|исключ*|стере* ~2 из|$
    из ~3 @list ~3 удали*|вычеркн*|убери*|исключи*
    отпишите|отписать|отпиши ~1 меня
    внесите|занесите|добавьте|внести|добавить|занести ~4 чёрный_список|черный_список|стоп_лист|чс|стоп_список
    оставьте|оставь|отстаньте|отстань|отвяжитесь|отвалите|отвяжись ~1 меня|нас|от_меня|от_нас|$
    отзываю|отозвать|отозвал|аннулирую ~4 согласие|разрешение
    запрещаю|запретить|запрещено|возражаю|против ~5 @inf|@noun|звон*|обработ*
    забудь*|забыть|потеряйте ~2 мой|этот|мое|сюда? ~1 @num|дорогу
    последний_раз ~4 звон*
    номером ошиблись ~4 не ~2 @imp
  `,
  unless: `
    почему|если|когда|зачем|вы|ты|они|что_вы|чего -2 не
    почему ~3 не
    не -4 @imp -3 @limit
    не -3 @inf -3 @limit
    @limit -3 не -2 @imp|@inf
    не -2 @limit -2 @imp|@inf
    не ~4 @past -3 @limit
    не ~4 @imp|@inf ~3 %6 @self
    не ~4 @imp|@inf ~4 а ~1 мне|моему|жене|мужу|пишите|звоните|на
    не ~1 забуд*|стесня*|забыв*
    не переставай*|прекращай*|могу|может|можем ~2 перестать|@inf
    могу|буду|хотел|могла|мог|умею|люблю|успел* ~3 не|@inf
    пропустить|пропускать|потерять ~2 @noun
    я|мы|он|она|они ~1 не ~3 @inf
    ожидани*|покупок|гостей|желаний
    не было|получал*|получаю|слышал* ~2 @noun
    нет @noun
    удали*|убери* ~4 заказ*|корзин*|товар*|старый
    без @noun ~1 обойд*
  `,
  hints: `звон* перезвон* позвон* телефон* номер* контакт* сообщен* смс спис* баз* перестан* прекрат* хватит стоп удал* убер* вычеркн* беспоко* покое отстан* согласи* реклам* пиш* присыл*
    рассыл* отпис* запрещ* жалоб* юрист* адвокат* суд полици* интересн* интересует спам надоел* данны*`,
}

export const ukrainian: Rules = {
  lists: {
    imp: `дзвоніть дзвони телефонуйте телефонуй пишіть пиши турбуйте турбуй надсилайте надсилай набирайте набирай передзвонюйте шліть звертайтеся надокучайте присилайте дзвонить контактуйте `,
    inf: 'дзвонити телефонувати писати турбувати надсилати набирати контактувати слати передзвонювати присилати надокучати звертатися',
    past: 'дзвонил* телефонувал* писал* турбувал* надсилал* контактувал* звязувал*',
    noun: 'дзвінків дзвінки повідомлень повідомлення смс реклами розсилок розсилки пропозицій спаму рекламу дзвінок',
    num: 'номер* телефон* дані даних імя ім_я контакт*',
    list: 'баз* списк* розсилк* систем* реєстр*',
    limit:
      'до після між сьогодні завтра зараз вранці ввечері вночі вихідн* неділ* суботу роботу роботі поки раніше пізніше коли якщо години годин так_пізно так_рано пізно рано обід* о_',
    self: 'я_передзвоню я_подзвоню сам_подзвоню передзвоню зателефоную я_зателефоную сама_подзвоню я_сам я_сама',
  },
  asks: `
    не ~3 @imp
    прошу|прохання|прос*|будь_ласка|вимагаю ~5 не ~3 @inf
    більше|ніколи ~3 не ~3 @inf|@imp
    не ~1 треба|потрібно|варто|смійте|слід|маєте_права ~4 @inf
    щоб ~6 не ~3 @past
    перестан*|припин*|досить|годі|кінчай*|вистачить ~4 @inf|@noun
    жодних|без ~2 @noun
    більше жодних|ніяких ~1 @noun
    не ~1 хочу|бажаю|хочемо|бажаємо ~3 щоб ~6 @past
    не ~1 хочу|бажаю|хочемо|потребую|потрібні|бажаємо ~4 @noun
    не ~1 хочу|бажаю ~3 отримувати ~3 @noun|від_вас|нічого
    видал*|прибер*|викресл*|зітр*|виключ*|забудьте|прибрати|викиньте ~3 мій|мої|моє|цей|наш|мого ~1 @num
    видал*|прибер*|викресл*|виключ* ~2 мене|нас ~2 з|із|зі|$
    мій|мої|мене ~1 @num? ~4 видал*|викресл*|прибра* ~2 з|із|зі|$
    внесіть|додайте|занесіть ~4 чорний_список|чорного_списку|стоп_лист
    залиште|залиш|дайте|лишіть ~1 мене|нас|мені|нам ~2 у|в? спокої|спокій
    відчепіться|відстаньте
    відкликаю|скасовую ~3 згоду|дозвіл
    забороняю|проти ~5 @inf|@noun
    відпишіть ~1 мене
  `,
  unless: `
    чому|якщо|коли|навіщо|ви|ти|вони -2 не
    не -4 @imp -3 @limit
    не -3 @inf -3 @limit
    @limit -3 не -2 @imp|@inf
    не -2 @limit -2 @imp|@inf
    не ~4 @imp|@inf ~3 %6 @self
    не забуд*|соромтеся
    можу|буду|хотів|могла|я ~2 не|перестати
    пропустити|втратити ~2 @noun
    очікуван*|покупок
    не було|отримував* ~2 @noun
  `,
  hints:
    'дзвон* дзвін* передзвон* телефон* номер* контакт* повідомлен* смс спис* баз* перестан* припин* досить стоп видал* прибер* викресл* турбу* споко* згод* реклам* пиш* розсил* заборон* спам скарг*',
}

export const czech: Rules = {
  lists: {
    imp: `nevolejte nevolej nekontaktujte nekontaktuj netelefonujte netelefonuj neotravujte neotravuj neobtěžujte neobtěžuj nepište nepiš neposílejte neposílej nerušte neruš nezasílejte nevolat nevolali nezavolejte
      neozývejte nekontaktovat neprozvánějte`,
    after:
      'mi mě nám nás už více nikdy sem na_toto na_tohle víc tady znovu mně prosím ani nikdo na_tento na_moje sms se opakovaně laskavě s_ničím s_tím $',
    inf: 'volat psát otravovat obtěžovat kontaktovat posílat zasílat telefonovat rušit vyvolávat',
    past: 'volal* kontaktoval* psal* posílal* obtěžoval* otravoval* zasílal* telefonoval* nevolal* nekontaktoval* nepsal* neposílal* neobtěžoval* neotravoval*',
    noun: 'hovory volání telefonáty zprávy sms nabídky reklamu reklamy telefony hovor hovorů zpráv telefonátů nabídek sms_zprávy telefonování esemesky marketing spam reklamní',
    num: 'číslo údaje jméno telefon kontakt telefonní_číslo data',
    list: 'seznam* databáz* evidenc* systému registr* adresář*',
    limit: `před po do mezi dnes zítra teď večer ráno neděl* sobot* práce práci hodin* víkend* když pokud dokud v_noci tak_pozdě tak_brzy pozdě brzy dopoledne odpoledne dvakrát během oběda hned zrovna`,
    self: 'já_zavolám sám_zavolám ozvu_se zavolám_sám já_se_ozvu zavolám_vám zavolám sama_zavolám',
  },
  asks: `
    už|prosím|mi|mě|více|nikdy|sem|laskavě|nám|víc ~2 @imp
    @imp ~2 @after
    přestaňte|přestaň|přestat|skončete|nechte|přestali|přestanete|nechtě|přestante ~4 @inf|@noun
    přestaňte|přestaň|nechte|dost|skončete|stačilo ~1 už? ~1 s|těch|toho ~2 @noun|voláním|těmi
    nechci|nepřeji|nepřejeme|nechceme|nepřeju ~4 aby|abyste|abys ~5 @past
    nechci|nepřeji|nepřejeme|nechceme|nepřeju|nepřijímám ~5 @noun
    nechci|nepřeji|nepřejeme|nepřeju ~3 být ~2 kontaktován*|volán*|obtěžován*|otravován*|rušen*
    žádné|žádná|žádných|bez ~2 další|dalších? @noun
    nesmíte|nesmějí|nemáte|zakazuji|zakazuju ~5 @inf|@noun
    vymaž*|smaž*|odstraň*|vyřaď*|vyškrtn*|odeber*|zruš*|zapomeňte_na|vyřadit|vymazat|smazat|vyhoďte|vyškrtnout|odstranit ~3 moje|mé|můj|toto|naše|tohle|mého ~1 @num
    vymaž*|smaž*|odstraň*|vyřaď*|vyškrtn*|odeber*|odhlas*|vyřadit|vyškrtnout|vyjměte ~2 mě|mne|nás|mně ~2 z|ze|$
    moje|mé|můj ~1 @num ~4 vymaž*|smaž*|odstran*|vyřad*|smazal*|vymazal*
    z|ze ~3 @list ~3 vyřad*|vymaz*|smaz*|odstran*|vyškrt*
    odhlaste|odhlásit|odhlas ~1 mě|se
    zařaďte|přidejte|zapište|dejte ~4 černou_listinu|blacklist|robinson*|černý_seznam
    nechte|nech|dejte|dej ~1 mě|mne|nás|mi|nám|už ~2 na_pokoji|být|pokoj|na_pokoj|klid
    odvolávám|ruším|beru_zpět|zrušit ~3 souhlas
    neuděluji|neuděluju|nesouhlasím ~4 souhlas|@noun|@inf|kontaktován*
  `,
  unless: `
    proč|že|pokud|jestli ~1 @imp
    @imp -5 @limit
    @limit -2 @imp
    @imp ~3 %6 @self
    nemohu|nemůžu|nepřestávejte ~2 přestat
    zmeškat|propásnout|přijít_o ~2 @noun
    čekatel*|nákupní*|čekac*|hostů
    vymaž*|smaž*|zruš* ~4 objednáv*|košík*|položk*|schůzk*|staré
    @imp ~4 ale|nýbrž
    já|jsem|my|oni|jsme @imp
    nevolal* ~1 jsem|jste
    nemám|nebyly|nedostal* žádné
  `,
  hints:
    'vol* nevol* zavol* telefon* číslo kontakt* zpráv* sms seznam* databáz* přesta* stop dost vymaž* smaž* odstra* odhlas* obtěž* otravu* pokoj* souhlas* reklam* píš* posíl* gdpr advokát* zájem spam',
}

export const slovak: Rules = {
  lists: {
    imp: `nevolajte nevolaj nekontaktujte nekontaktuj netelefonujte neotravujte neotravuj neobťažujte neobťažuj nepíšte nepíš neposielajte neposielaj nerušte nevolať nezavolajte nekontaktovať nezasielajte`,
    after: 'mi ma nám nás už viac nikdy sem na_toto znova mne prosím tu na_moje sa $',
    inf: 'volať písať otravovať obťažovať kontaktovať posielať telefonovať zasielať vyvolávať',
    past: 'volal* kontaktoval* písal* posielal* obťažoval* otravoval* nevolal* nekontaktoval* nepísal*',
    noun: 'hovory volania telefonáty správy sms ponuky reklamu reklamy hovorov správ telefonátov telefonovanie ponúk',
    num: 'číslo údaje meno telefón kontakt telefónne_číslo',
    limit:
      'pred po do medzi dnes zajtra teraz večer ráno nedeľ* sobot* práce práci hodin* víkend* keď ak neskoro skoro v_noci o_ kým obed*',
    self: 'ja_zavolám sám_zavolám ozvem_sa zavolám ja_sa_ozvem',
  },
  asks: `
    už|prosím|mi|ma|viac|nikdy|sem|nám ~2 @imp
    @imp ~2 @after
    prestaňte|prestaň|prestať|nechajte|skončite ~4 @inf|@noun
    prestaňte|dosť|nechajte ~1 s|tých ~2 @noun|volaním|týmito
    nechcem|neželám|nechceme|neželáme ~4 aby|abyste|aby_ste ~5 @past
    nechcem|neželám|nechceme|neželáme ~5 @noun
    nechcem|neželám ~3 byť ~2 kontaktovan*|volan*|obťažovan*
    žiadne|žiadnych|bez ~2 ďalšie|ďalších? @noun
    vymaž*|zmaž*|odstráň*|vyraď*|vyškrtn*|zruš*|odober*|zabudnite_na|vyradiť ~3 moje|môj|toto|naše ~1 @num
    vymaž*|zmaž*|odstráň*|vyraď*|vyškrtn*|odhlás* ~2 ma|mňa|nás ~2 zo|z|$
    nechajte|nechaj|dajte|daj ~1 ma|nás|mi|nám ~2 na_pokoji|pokoj|tak
    odvolávam|ruším ~3 súhlas
    zakazujem|nesúhlasím ~5 @inf|@noun
  `,
  unless: `
    prečo|že|ak ~1 @imp
    @imp -5 @limit
    @limit -2 @imp
    @imp ~3 %6 @self
    nemôžem ~2 prestať
    zmeškať|prísť_o ~2 @noun
    čakac*|nákupn*
    vymaž*|zruš* ~4 objednáv*|košík*|stretnut*
    @imp ~4 ale
  `,
  hints:
    'vol* nevol* zavol* telef* číslo kontakt* správ* sms zoznam* databáz* presta* stop dosť vymaž* zmaž* odstrá* odhlás* obťaž* otravu* pokoj* súhlas* reklam* píš* posiel*',
}

export const bulgarian: Rules = {
  lists: {
    imp: 'обаждайте обаждай звънете звъни пишете пиши търсете търси безпокойте безпокой изпращайте пращайте контактувайте свързвайте притеснявайте',
    vi: 'обаждате звъните пишете търсите безпокоите изпращате пращате обажда звъни търси',
    noun: 'обаждания съобщения смс реклами обажданията съобщенията оферти',
    limit: 'преди след до между днес утре сега сутрин вечер неделя събота работа часа когато ако късно рано',
  },
  asks: `
    не ~2 ми|ме|ни|се ~2 @imp
    не @imp ~1 тук|повече|на_този|никога|$
    недейте|недей ~2 да? ~2 ми|ме|ни ~2 @vi
    спрете|спри|престанете|стига ~2 да|с|със ~3 ми|ме|се? ~2 @vi|@noun
    не ~1 искам|желая|искаме ~3 да|повече ~3 ме|ми|ни|се|получавам? ~2 @vi|@noun
    не ~1 искам|желая ~3 @noun
    никакви|без|повече_никакви ~1 @noun
    изтрийте|махнете|премахнете|заличете|изтрий|махни|забравете ~2 ми|моя|моите|номера|данните|името
    махнете|изтрийте|премахнете|извадете ~1 ме ~2 от ~3 спис*|баз*
    оставете|остави ~1 ме|ни ~1 на_мира|намира
    оттеглям|отменям ~3 съгласи*
    отпишете ~1 ме
  `,
  unless: `
    защо|ако ~2 не
    не -4 @imp -2 @limit
    не забрав*|се_колебайте
    изпусна|пропусна ~2 @noun
    от ~2 поръчк*|количк*|чакащи*
  `,
  hints:
    'обажд* обад* звън* телефон* номер* контакт* съобщен* смс спис* спр* стига стоп изтри* махн* премахн* безпоко* мира съгласи* реклам* пиш* отпиш*',
}

export const croatian: Rules = {
  lists: {
    imp: 'zovite zovi nazivajte nazivaj kontaktirajte kontaktiraj uznemiravajte uznemiravaj šaljite šalji pišite piši gnjavite gnjavi javljajte telefonirajte',
    inf: 'zvati nazivati kontaktirati uznemiravati slati pisati gnjaviti javljati telefonirati me_zvati',
    noun: 'poziva pozive pozivi poruka poruke sms reklama reklame ponuda ponude pozivima porukama',
    limit:
      'prije poslije nakon do između danas sutra sada ujutro navečer nedjelj* subot* posl* sati kad ako kasno rano jutro u_podne',
    self: 'ja_ću_vas ja_ću_zvati javit_ću nazvat_ću ja_ću_nazvati',
  },
  asks: `
    ne ~2 @imp
    nemojte|nemoj ~3 @inf|više_zvati|zvat
    prestanite|prestani|dosta|dosta_je ~3 @inf|zvat|@noun|s_pozivima
    ne_želim|neželim|ne_želimo|nećemo|neću|ne_žele ~3 da ~4 zove*|naziva*|kontaktira*|šalj*|uznemirava*|javlja*
    ne_želim|ne_želimo|neću ~3 više? ~2 @noun|primati ~2 @noun
    ne_želim|ne_želimo ~2 biti ~2 kontaktiran*|zvan*|nazivan*|uznemiravan*
    bez|nikakvih|nema_više ~1 više? @noun
    izbrišite|obrišite|uklonite|maknite|izbriši|obriši|makni|zaboravite ~2 moj|moje|naš|ovaj ~1 broj|podatke|ime|telefon
    izbrišite|uklonite|maknite|skinite|ispišite ~2 me|mene|nas ~2 s|sa|iz|$
    ostavite|ostavi ~1 me|nas ~1 na_miru|u_miru
    povlačim|opozivam ~3 privol*|suglasnost|pristan*
    odjavite ~1 me
  `,
  unless: `
    zašto|ako|da ~1 ne
    ne -3 @imp -3 @limit
    nemojte -4 @inf -3 @limit
    ne ~3 @imp ~3 %6 @self
    nemojte|ne zaborav*
    propustiti ~2 @noun
    čekanja|kupnju|narudžb*|košaric*
  `,
  hints:
    'zov* zvat* naziv* telefon* broj* kontakt* poruk* sms popis* list* presta* dosta stop izbriš* obriš* uklon* makn* uznemir* miru privol* reklam* piš* šalj* odjav*',
}
