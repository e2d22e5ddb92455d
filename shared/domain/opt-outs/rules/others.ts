import type { Rules } from './rules.ts'

export const turkish: Rules = {
  lists: {
    neg: `arama aramayın aramayınız aramasın aramasınlar aramayin aramayiniz aramayalım rahatsız_etme rahatsız_etmeyin rahatsız_etmeyiniz yazmayın yazma yazmayınız mesaj_atma mesaj_atmayın mesaj_göndermeyin
      mesaj_yollamayın telefon_etmeyin telefon_etme sms_atmayın sms_göndermeyin iletişime_geçmeyin ulaşmayın mesaj_gönderme taciz_etmeyin arayıp_durmayın arayıp_rahatsız_etmeyin göndermeyin çaldırmayın aranmasın
      geri_aramayın irtibat_kurmayın arayıp_sormayın sms_yollamayın aramazsanız bizi_aramayın aramayıverin`,
    beni: 'beni bizi bu_numarayı numaramı bir_daha artık lütfen sakın burayı bana bize telefonumu bu_numaraya buraya asla hiç evimi tekrar kimse daha_fazla rica_ediyorum boşuna ısrarla sürekli bundan_sonra',
    aramayi:
      'aramayı aramaktan aramayi mesaj_atmayı rahatsız_etmeyi mesaj_göndermeyi aramaları aramalarınızı taciz_etmeyi telefon_etmeyi yazmayı sms_göndermeyi mesajları sms_atmayı aramaya mesaj_atmaktan aramanızı',
    noun: 'aranmak aranmayı aramanızı aramalarınızı aramanızı mesaj mesajlarınızı mesajınızı arama sms reklam mesajlar aramalar telefon sms_almak mesaj_almak aramasını aramanı aramalarını reklam_mesajı telefonlarınızı aramasınızı kampanya_mesajı bildirim',
    iste: 'istemiyor* istemem istemiyom istemiyoruz hoşlanmıyor* istemedi* izin_vermiyor* kabul_etmiyor* onaylamıyor*',
    num: 'numaramı adımı bilgilerimi kaydımı ismimi telefonumu numaramızı verilerimi telefon_numaramı bu_numarayı cep_numaramı iletişim_bilgilerimi',
    limit: `önce sonra bugün yarın şimdi akşam akşamları sabah sabahları saat kadar pazar pazarları cumartesi işte iş_yerinde iş_yerimden hafta_sonu hafta_sonları gece geceleri öğlen arasında iken mesaide geç erken
      saatte bu_saatte mesai_saatleri öğle gündüz hafta_içi işyerinde iş_yerimi işyerimi toplantıda müsait`,
    self: 'ben_ararım ben_sizi_ararım ben_arayacağım ben_sizi_arayacağım ben_dönerim biz_ararız ben_sizi ben_seni_ararım kendim_ararım',
  },
  asks: `
    @beni ~4 @neg
    @neg ~2 beni|bizi|artık|lütfen|bir_daha|bu_numarayı
    ^ aramayın|aramayınız $
    @aramayi ~2 bırak*|kes*|vazgeç*|durdur*|son_ver*|kesiniz|sonlandır*
    beni|bizi ~2 @aramayi ~1 bırak*|kes*
    @noun ~2 @iste
    @iste ~2 @noun
    beni|bizi|bana ~3 aramanız*|aramas*|ulaşman*|mesaj_atman*|rahatsız_edilmek|arama* ~2 @iste
    rahatsız_edilmek|aranmak|aranmayı ~1 @iste
    @num ~4 sil*|çıkar*|kaldır*|unut*|silin|siler_misiniz
    beni|bizi|ismimi|adımı ~3 listeden|listenizden|listelerinizden|sistemden|sisteminizden|sistemlerinizden|rehberinizden|kayıtlardan|kayıtlarınızdan|veritabanınızdan|veri_tabanınızdan|listesinden ~2 çıkar*|sil*|kaldır*
    sil*|çıkar*|kaldır* ~2 @num
    beni|bizi ~2 rahat ~1 bırak*
    rahat bırak*
    onayımı|iznimi|rızamı|izni|açık_rızamı ~3 geri_çek*|geri_al*|iptal
    kara_listeye|arama_yasağı|kara_listenize|engel_listesine ~3 al*|ekle*|koy*
    artık aramayın|yeter_aramayın
    aboneli* ~2 iptal ~1 bana
  `,
  unless: `
    neden|niye|niçin|nasıl ~3 @neg
    @limit ~2 @neg
    beni|bizi -3 @limit -3 @neg
    @neg ~3 %6 @self
    aramayı unutma*|ihmal*
    @noun ~2 kaçırmak|kaçırmamak|kaçırma
    bekleme|sipariş*|sepet*|randevu*
    @num ~1 eski|eskisini
    @limit -2 @noun -2 @iste
    arama yap*
    arama çubu*|motor*|sonuç*
    aramayı sonlandır*
  `,
  hints:
    'ara* telefon* numara* mesaj* sms liste* bırak* kes* dur* yeter stop sil* çıkar* rahatsız* rahat onay* izin reklam* abone* iptal* taciz* şikayet* avukat* kvkk ilgilen* istemiyor* engel*',
}

export const finnish: Rules = {
  lists: {
    ala: 'älä älkää ei_saa et_saa ette_saa ei_enää ei_kannata ei_pidä ei_koskaan älkääkä älköön älkäätte elä elkää',
    verb: 'soita soittako soittele soitelko soittaa ottako_yhteyttä ota_yhteyttä ottaa_yhteyttä häiritkö häiritse häiritä lähettäkö lähetä lähetelkö viestittäkö vaivatko vaivaa kirjoittako lähettää viestittele viestitelkö soitella ahdistelko laittako laita',
    soi: 'soittamasta soittaminen soittelu häirintä lähettämästä soitot puhelut soittelemasta häiritsemästä viestit viestittely häiritseminen lähettäminen ahdistelu yhteydenotot soittamisen soittelun häiritsemisen viestien_lähettäminen soittaminen_minulle',
    noun: 'puheluita soittoja viestejä yhteydenottoja tekstiviestejä mainoksia puheluja tarjouksia markkinointia markkinointipuheluita myyntipuheluita soitteluja puhelinmyyntiä viestiä puhelua tekstareita mainosviestejä',
    num: 'numeroni tietoni nimeni puhelinnumeroni yhteystietoni numeromme minun_numeroni numeron numero yhteystietomme tämä_numero tietomme',
    list: 'listalta listaltanne listoiltanne rekisteristä rekisteristänne järjestelmästä järjestelmästänne soittolistalta listoilta tietokannasta tietokannastanne soittolistaltanne postituslistalta listasta listastanne listaltasi',
    limit:
      'ennen jälkeen tänään huomenna nyt aamulla aamuisin illalla iltaisin sunnuntai* lauantai* maanantai* työaikana töihin töissä kello klo asti viikonlop* yöllä näin_myöhään näin_aikaisin liian jos kun vielä kesken lounasaikaan aikaisin myöhään työpaikalle ilman kahdesti päivisin',
    self: 'minä_soitan soitan_teille soitan_sinulle palaan_asiaan soitan_itse otan_yhteyttä soitan_takaisin mä_soitan',
  },
  asks: `
    @ala ~3 @verb
    @verb ~1 enää $
    lopettakaa|lopeta|lakatkaa|lakkaa|lopettaisitteko|lopettaisitko|voisitteko_lopettaa|pyydän_lopettamaan|lopetatte|lopettaa|riittää|loppukoon ~3 @soi
    lopettakaa|lopeta ~2 minun|mun|tämä|nämä ~2 @soi
    en|emme ~1 halua|haluaisi|toivo|halunnut|tahdo ~4 @noun
    en|emme ~1 halua|haluaisi|toivo|tahdo ~2 että ~4 soit*|otat*|otet*|häir*|lähet*|soite*|viest*
    en|emme ~1 halua|tahdo ~3 tulla ~2 soitetuksi|häirityksi|kontaktoiduksi
    en|emme ~1 halua|tahdo ~3 teidän|sinun|kenenkään ~2 soit*|ottavan|lähet*|häirits*
    en|emme ~1 ota|vastaanota|hyväksy ~3 @noun
    ei|ei_yhtään ~1 enää|lisää|kiitos|mitään? @noun
    ^ ei @noun $
    poistakaa|poista|poistatteko|poistaisitteko|poistaa|unohtakaa|unohda|pyyhkikää|pyyhi|hävittäkää|poistattehan ~2 minut|meidät|mut|mun|minun ~2 @list|$|numero*|tiedot
    poistakaa|poista|poistatteko|poistaisitteko|poistaa|unohtakaa|unohda|pyyhkikää|hävittäkää ~3 @num
    minut|meidät|@num ~3 poist*|pois ~2 @list
    pois ~2 @list
    merkitkää|laittakaa|lisätkää ~3 kieltolistalle|estolistalle|markkinointikielto*|soittokielto*|robinson*
    kiellän|kielletään|kiellämme ~4 soit*|yhteydenot*|markkinoin*|@noun|@soi
    jättäkää|jätä|antakaa|anna ~1 minut|meidät|mut|minun|meidän|mun ~2 rauhaan|olla|rauhassa
    perun|peruutan|perua ~3 suostumu*|luvan|lupani
    peru* ~1 minut
  `,
  unless: `
    miksi|jos ~3 @ala
    @ala -4 @verb -4 @limit
    @ala -2 @limit -3 @verb
    @ala ~4 @verb ~3 %6 @self
    @ala ~1 unohda|epäröi|unohtako|epäröikö|arkaile
    @ala ~4 @verb ~5 vaan
    missata|menettää
    jonotuslist*|ostoslist*|odotuslist*|ostoskor*|tilaukse*
    ei_voi|en_voi|en_osaa ~1 lopettaa
    en|emme ~1 saanut|saa|halua_missata|ole_saanut ~3 @noun
    poist* ~4 tilau*|vanha|väärä
  `,
  hints:
    'soit* puhel* numero* yhtey* viest* tekstiv* list* rekister* lopet* stop riittää poist* häir* rauha* suostu* mainos* kiel* peru* lähet* jättäkää jätä ahdist* kiinnost* gdpr tietosuoj*',
}

export const hungarian: Rules = {
  lists: {
    imp: 'hívj hívjon hívjanak hívjatok hívogasson hívogassanak hívogass keress keressen keressenek zavarj zavarjon zavarjanak zaklasson zaklassanak írj írjon írjanak küldj küldjön küldjenek telefonáljon telefonáljanak telefonálj hívjanak_fel hívjál hívni keresni',
    noun: 'hívást hívásokat üzenetet üzeneteket sms reklámot reklámokat ajánlatokat telefonokat hívást_sem sms_t hívás üzenet sms_eket megkeresést megkereséseket',
    num: 'számom számomat telefonszámom telefonszámomat adataim adataimat nevem nevemet számunkat számot',
    limit:
      'előtt után között ma holnap most este reggel délután vasárnap szombaton munka* óra órakor hétvégén éjjel későn korán ilyenkor ha amíg amikor ebéd* munkahely*',
    self: 'majd_én_hívom én_hívom majd_hívom visszahívom majd_jelentkezem én_majd_hívom én_hívlak hívni_fogom jelentkezem',
  },
  asks: `
    ne|soha_ne|többet_ne|többé_ne|se ~4 @imp
    ne ~1 hívogat*|zaklat*|keres*|telefonál*|zavar*|küldöz*
    hagyja|hagyják|hagyd|hagyjátok ~1 már? ~1 abba ~4 hív*|zaklat*|telefon*|keres*|küld*|üzen*|zavar*|$
    hagyja|hagyják|hagyd ~1 már? ~1 abba
    fejezze|fejezzék|fejezd|álljanak|álljon ~2 be|le ~4 hív*|zaklat*|telefon*|üzen*
    nem ~1 szeretn*|akar*|kíván*|kér*|óhajt* ~3 hogy ~4 hív*|keres*|zaklat*|ír*|küld*|zavar*
    nem ~1 szeretn*|akar*|kíván*|kér*|óhajt* ~4 @noun
    nem|ne ~1 kérek|akarok ~1 több|semmilyen ~1 @noun
    töröl*|törlöm|vegye|vegyék|vegyetek|húzza|húzzák|felejts*|felejtse|vedd ~3 a|az? ~2 @num
    a|az @num ~3 töröl*|vegy*|törlés*
    töröljön|töröljenek|vegyen|vegyenek|töröljetek|vegyetek|iratkoztass*|vegyél ~3 engem|minket|le|ki|a_list*|az_adatb*
    engem|minket ~2 töröl*|vegy*
    hagyj* ~2 békén|nyugton|békében
    visszavon* ~3 hozzájárul*|beleegyez*|engedély*
    megtilt*|tiltakoz* ~4 hív*|keres*|megkeres*|marketing*
    tegyen|tegyenek|tegyék ~4 tiltólist*|robinson*
    elég ~2 hívás*|telefon*|zaklat*
  `,
  unless: `
    miért|ha|hogy ~2 ne
    ne -4 @imp -4 @limit
    @limit -3 ne -3 @imp
    ne -2 @limit -3 @imp
    ne ~4 @imp ~3 %6 @self
    ne felejts*|habozz*|ne_felejtsen
    elszalaszt*|lemarad*|lekés*
    várólist*|bevásárl*|rendelés*|kosár*
    nem tudom|tudja ~2 abbahagyni
  `,
  hints:
    'hív* telefon* szám* üzenet* sms list* abba* stop elég töröl* vegy* zavar* zaklat* békén hozzájárul* reklám* leirat* küld* keres* gdpr ügyvéd* érdekel*',
}

export const greek: Rules = {
  lists: {
    verb: 'ξαναπάρετε ξαναπάρεις ξανακαλέσετε παίρνετε παίρνεις πάρετε πάρεις καλείτε καλείς καλέσετε καλέσεις τηλεφωνήσετε τηλεφωνείτε τηλεφωνείς τηλεφωνήσεις ενοχλείτε ενοχλείς ενοχλήσετε ενοχλήσεις ξαναενοχλήσετε στέλνετε στείλετε στέλνεις γράφετε γράψετε παρενοχλείτε ξαναστείλετε ξανατηλεφωνήσετε επικοινωνήσετε επικοινωνείτε ξανακαλείτε ενοχλησετε',
    sub: 'παίρν* πάρ* καλ* τηλεφων* ενοχλ* στέλν* στείλ* γράφ* επικοινων* ξανα* παρενοχλ* λαμβάν* δέχ*',
    noun: 'κλήσεις τηλεφωνήματα μηνύματα sms διαφημίσεις προσφορές κλήση ενημερώσεις τηλεφωνήματα_σας διαφημιστικά',
    limit:
      'πριν μετά μέχρι ανάμεσα σήμερα αύριο τώρα πρωί βράδυ κυριακή σάββατο δουλειά ώρα όταν αν αργά νωρίς νύχτα μεσημέρι στις',
    self: 'θα_σας_πάρω θα_σε_πάρω θα_πάρω θα_καλέσω εγώ_θα θα_τηλεφωνήσω θα_σας_καλέσω θα_επικοινωνήσω',
  },
  asks: `
    μη|μην ~3 @verb
    να_μη|να_μην ~3 @verb|@sub
    σταματήστε|σταμάτα|πάψτε|κόφτε|σταματάτε|σταματήσετε|πάψε|κόψτε|αρκετά|φτάνει|φτάνουν|σταματησετε ~3 να? ~2 με|μου|μας? ~1 @sub|@noun
    σταματήστε|σταμάτα|κόψτε|τέρμα|φτάνει|αρκετά|όχι_άλλες|όχι_άλλα|καμία_άλλη ~2 με|τις|τα|οι? @noun|κλήση
    δεν ~1 θέλω|θέλουμε|επιθυμώ|επιθυμούμε ~2 να ~4 @sub
    δεν ~1 θέλω|θέλουμε|επιθυμώ|επιθυμούμε|χρειάζομαι ~3 άλλες|άλλα|πια|πλέον|τις|τα? ~1 @noun
    διαγράψτε|σβήστε|αφαιρέστε|βγάλτε|διαγράψετε|σβήσε|ξεχάστε|διέγραψε|αφαιρέσετε|διαγραψτε ~2 τον_αριθμό|τα_στοιχεία|το_όνομά|το_όνομα|το_τηλέφωνό|το_τηλέφωνο|το_νούμερό|τον_αριθμο|το_νούμερο ~1 μου|μας
    διαγράψτε|σβήστε|αφαιρέστε|βγάλτε|διέγραψε|βγάλε ~1 με|μας ~1 από ~3 λίστ*|κατάλογ*|βάση*|αρχεί*|συστημ*
    αφήστε|άσε|άστε|ασε|άφησε ~1 με|μας|μου ~2 ήσυχο|ήσυχη|ήσυχους|ησυχία|ήσυχες
    ανακαλώ|αποσύρω ~3 συγκατάθεσ*|συναίνεσ*
    απαγορεύω|απαγορεύεται ~4 να ~2 @sub
    βάλτε ~3 μαύρη_λίστα|μητρώο|άρθρου_11
  `,
  unless: `
    γιατί|αν ~2 δεν|μη|μην
    μη|μην -4 @verb -3 @limit
    μη|μην ~4 @verb ~3 %6 @self
    μη|μην ~1 ξεχάσ*|διστάσ*|διστάζ*|ξεχν*
    δεν ~1 θέλω ~3 να_χάσω|χάσω
    αναμονής|αγορών|παραγγελία*|καλάθι
    μπορώ ~2 σταματήσω
    μη|μην -2 @limit -2 @verb
  `,
  hints:
    'κλήσ* καλ* τηλέφ* τηλεφων* αριθμ* νούμερ* μήνυμ* μηνύμ* sms λίστ* σταμάτ* σταματ* στοπ διαγρ* σβήσ* αφαιρ* ενοχλ* ήσυχ* συγκατάθ* διαφήμ* παίρν* πάρ* στέλν* δικηγόρ*',
}

export const latvian: Rules = {
  lists: {
    imp: 'nezvaniet nezvani nerakstiet neraksti nesūtiet netraucējiet nesazinieties nezvaniet_man netraucē',
    noun: 'zvanus ziņas sms reklāmas zvanu ziņu piedāvājumus reklāmu',
    limit: 'pirms pēc līdz starp šodien rīt tagad vakarā rītā svētdien* darbā kad ja vēlu agri pusdien*',
  },
  asks: `
    @imp ~2 man|mums|vairs|vairāk|šeit|uz_šo|nekad|$
    vairs|man|lūdzu|nekad|vairāk ~2 @imp
    beidziet|beidz|pārtrauciet|izbeidziet|pietiek ~3 zvanīt|rakstīt|sūtīt|traucēt|zvan*|ar
    nevēlos|negribu|nevēlamies ~3 lai ~3 zvan*|rakst*|traucē*
    nevēlos|negribu|nevēlamies ~4 @noun|saņemt ~2 @noun
    vairs nekādu|nekādus @noun
    izdzēsiet|dzēsiet|izņemiet|svītrojiet|noņemiet|aizmirstiet ~2 mani|manu|manus|mūsu ~1 numuru|datus|vārdu|no|$
    lieciet|liec ~1 mani|mūs ~1 mierā
    atsaucu ~2 piekrišan*
  `,
  unless: `
    kāpēc|ja ~1 @imp
    @imp -4 @limit
    neaizmirstiet|nevilcinieties
    palaist_garām
    gaidīšanas|pirkumu|pasūtījum*
  `,
  hints:
    'zvan* nezvan* telefon* numur* kontakt* ziņ* sms sarakst* beidz* stop izdzē* dzēs* svītro* trauc* mierā piekriš* reklām* rakst* sūt*',
}

export const lithuanian: Rules = {
  lists: {
    imp: 'neskambinkite neskambink nerašykite nerašyk nesiųskite netrukdykite nesusisiekite nebeskambinkite nebeskambink nebetrukdykite nebesiųskite neberašykite',
    noun: 'skambučių žinučių sms reklamų reklamos pasiūlymų skambučius žinutes',
    limit:
      'prieš po iki tarp šiandien rytoj dabar vakare ryte sekmadien* darbe darbą kai jei vėlai anksti valand* pietų',
  },
  asks: `
    nebeskambinkite|nebeskambink|neberašykite|nebesiųskite|nebetrukdykite
    @imp ~2 man|mums|daugiau|čia|šiuo|niekada|$
    daugiau|man|prašau|niekada ~2 @imp
    nustokite|liaukitės|baikite|nustok|baik|gana|užteks ~3 skambin*|rašy*|siun*|siųs*|trukd*
    nenoriu|nenorime|nepageidauju ~3 kad ~3 skambin*|rašy*|trukd*|siųs*
    nenoriu|nenorime|nepageidauju ~4 @noun
    jokių|daugiau_jokių ~1 @noun
    ištrinkite|pašalinkite|išbraukite|pamirškite|ištrink ~2 mano|mane|mūsu|mūsų ~1 numerį|duomenis|vardą|iš|$
    palikite|palik ~1 mane|mus ~1 ramybėje
    atšaukiu ~2 sutikim*
  `,
  unless: `
    kodėl|jei ~1 @imp
    @imp -4 @limit
    nepamirškite|nedvejokite
    praleisti
    laukimo|pirkinių|užsakym*
  `,
  hints:
    'skamb* neskamb* telefon* numer* kontakt* žinut* sms sąraš* nusto* baik* stop ištrin* pašalin* išbrauk* trukd* ramyb* sutikim* reklam* raš* siųs*',
}

export const arabic: Rules = {
  lists: {
    verb: `تتصل* اتصل* تكلمني تكلموني تكلمنا ترسل* تراسل* تزعج* تهاتف* تتواصل* تضايق* تخابر* تدق* ترن* تبعت* تبعث* تعاود* يتصل* تهاتفوني تعاودوا`,
    stop: 'توقف* كف* اوقف* بطل* كفوا كفى وقف* خلاص اوقفوا يكفي بس',
    call: 'الاتصال اتصال ازعاج* ارسال المكالمات الرساءل الرسائل اتصالات الاتصالات مكالمات رسائل الاتصال_بي مضايق* التواصل مراسل* اتصالاتكم رسائلكم مكالماتكم اتصل* تتصل* ازعاجي',
    noun: 'مكالمات مكالمه رسائل رساله اتصالات اتصالاتكم رسائلكم اعلانات عروض اتصال مكالماتكم الاتصال الرسائل المكالمات اعلاناتكم عروضكم رسائل_نصيه',
    limit:
      'قبل بعد حتى بين اليوم غدا الان الصباح صباحا المساء مساء الليل ليلا الاحد الجمعه العمل الدوام الساعه عندما اذا متاخر متاخرا مبكرا وقت اثناء الظهر بكره بكرا هلا حاليا خلال',
    self: 'ساتصل_بك انا_ساتصل ساتصل انا_اتصل بتصل_فيك انا_اكلمك سوف_اتصل',
  },
  asks: `
    لا|ما|بلاش|ارجو_عدم|لاتتصل ~2 @verb
    لاتتصل*|متتصل*|ماتتصل*|متكلمن*|لاترسل*|متبعت*
    عدم ~2 الاتصال|التواصل|الازعاج|ارسال|مراسل* ~2 بي|معي|بنا|مره|مجددا|علي|بهذا|بعد_الان|مطلقا|$|ابدا
    الرجاء|ارجو|رجاء|يرجى|اطلب|من_فضلك|من_فضلكم|نرجو ~2 عدم ~1 الاتصال|التواصل|الازعاج|ازعاج*|ارسال|مراسل*|معاود*
    @stop ~2 عن|من? ~1 @call
    لا|ما|مش|لم_اعد|لست ~1 اريد|ارغب|نريد|ابي|ابغى|عايز|عاوز|بدي|اود|نرغب|احب|موافق ~4 @noun|@verb|ان_@verb|تتصل*|التواصل|تلقي|استقبال
    مش عايز*|عاوز* ~3 @noun|@verb|حد
    لا_مزيد|كفايه|بلا|كفى|بدون|يكفي ~2 من? ~1 @noun
    احذف*|امسح*|ازل|ازيل*|شيل*|اشطب*|الغ|حذف|ازاله|شطب|انس|انسوا|امحو* ~2 رقمي|اسمي|بياناتي|رقم_هاتفي|معلوماتي|رقم_جوالي|هذا_الرقم|رقم_تليفوني|رقمنا
    احذف*|ازيل*|ازل*|اشطب*|شيل*|اخرج*|حذفي|ازالتي ~2 من ~2 قائم*|القائم*|قوائم*|قاعد*|سجل*|القائمه|لاءح*
    رقمي|اسمي ~2 من ~2 قائم*|القائم*|سجلات*|قاعد*|قوائم*
    دعني|اتركني|دعوني|اتركوني|سيبني|سيبوني|خليني|اتركونا|دعونا|حل* ~2 وشاني|وشأني|في_حالي|بسلام|لحالي|وشاننا|عني
    اسحب|الغي|سحب ~2 موافقتي|الموافقه|موافقه
    امنع*|ممنوع|احظر*|يمنع ~3 @call|@verb
    قائمه عدم الاتصال
    القائمه_السوداء|قائمه_الحظر
  `,
  unless: `
    لماذا|ليش|ليه|لمن|اذا|لو ~3 لا|ما|لم
    لا -4 @verb -4 @limit
    عدم -4 الاتصال|التواصل -4 @limit
    لا ~3 @verb ~3 %6 @self
    لا ~1 تتردد*|تنس*|تنسى
    تتردد* ~3 @call
    لا_يمكنني|لا_استطيع|مقدر|ما_اقدر ~2 @stop|التوقف
    اريد ~2 ان_افوت|تفويت|افوت|افقد
    الانتظار|المشتريات|التسوق|طلب|طلبي|السله
    لا -1 يتصل*
    هو|هي|هم|انا|نحن ~1 لا|ما ~1 @verb
  `,
  hints:
    'اتصل* تتصل* اتصال* الاتصال* متتصل* لاتتصل* مكالم* المكالم* هاتف* رقم* رسائل* رساله الرسائل قائم* القائم* توقف* كف* اوقف* احذف* امسح* ازعاج* تزعج* وشان* موافق* اعلان* ترسل* شيل* بطل* حظر* ازل* كلم* تكلم*',
}

export const hebrew: Rules = {
  lists: {
    verb: 'תתקשר* תחייג* תטרידו תטריד* תשלח* תכתב* תסמס* תפנו תצלצל* תפנה יתקשר* תציק* תחזרו_אליי תסמסו',
    inf: 'להתקשר לחייג להטריד לשלוח להציק לצלצל לפנות לכתוב לסמס לחזור_אליי להפריע',
    noun: 'שיחות הודעות שיחה הודעה סמסים פרסומות טלפונים מסרונים פרסומת הצעות השיחות ההודעות דואר_זבל',
    limit:
      'לפני אחרי עד בין היום מחר עכשיו בבוקר בערב בלילה בשבת בעבודה בשעה כשאני אם מאוחר מוקדם בצהריים לפנות_בוקר כרגע',
    self: 'אני_אתקשר אתקשר אחזור אני_אחזור אתקשר_אליך אתקשר_אליכם אני_יתקשר',
  },
  asks: `
    אל|לא|בל ~2 @verb
    תפסיק*|הפסיקו|הפסק|די|מספיק|תחדל*|חדלו|חלאס ~3 @inf|@noun|עם_השיחות|כבר_להתקשר
    די|מספיק|תפסיקו ~1 עם ~2 @noun|הטלפונים
    לא ~1 רוצ*|מעוניי*|מעונין|מעונינת|מעוניינת|מסכימ*|מאשר* ~3 @noun|שתתקשר*|שיתקשר*|לקבל|שתחייג*|שתשלח*|שתטריד*|קבלת|שיטרידו|ליצור
    לא לקבל ~3 @noun
    בלי ~2 @noun
    תמחק*|מחק*|תסיר*|הסיר*|תוריד*|הוריד*|תשכח*|שכח*|להסיר|למחוק|תוציא*|הוציא*|תורידי ~3 את? ~1 המספר|מספר|המס|השם|הפרטים|הטלפון|הנייד ~1 שלי|שלנו|מהרשימ*|הזה
    תמחק*|מחק*|תסיר*|הסיר*|תוריד*|הוריד*|להסיר|תוציא*|הוציא*|למחוק|הסרו|הורידו ~2 אותי|אותנו ~3 מהרשימ*|מרשימ*|מהמאגר*|ממאגר*|מהמערכת|$|מכל
    תעזב*|עזב*|תניח*|הניחו ~1 אותי|אותנו|לי|לנו ~2 בשקט|במנוחה|$|כבר
    מבטל*|חוזר*_בי|מושך ~3 ההסכמה|הסכמ*|האישור
    אוסר* ~3 @inf
    לא_להתקשר|לא_לחייג|לא_לשלוח ~2 אליי|אלי|לכאן|יותר|שוב|למספר|$
    נא|בבקשה|מבקש*|ביקשתי ~3 לא ~2 @inf
    תכניס* ~3 רשימה_שחורה|לרשימה_השחורה
  `,
  unless: `
    למה|אם|מדוע|הוא|היא|הם|מי ~1 אל|לא
    אל|לא -3 @verb -4 @limit
    לא -2 להתקשר -3 @limit
    אל|לא ~3 @verb ~3 %6 @self
    אל ~1 תשכח*|תהסס*
    לא ~1 תשכח*
    לפספס|להחמיץ
    המתנה|קניות|הזמנ*
    לא ~1 יכול* ~2 להפסיק
    לא ~1 יתקשר*
  `,
  hints:
    'תתקשר* להתקשר חייג* טלפון* מספר* הודע* סמס רשימ* מהרשימה תפסיק* הפסיקו די תמחק* הסר* תסיר* תוריד* הטרד* בשקט הסכמ* פרסומ* תשלח* שיח*',
}

export const indonesian: Rules = {
  lists: {
    verb: 'hubungi menghubungi telepon telpon menelepon menelpon telefon menelefon kontak mengontak sms ganggu mengganggu kirim kirimi mengirim kirimkan call whatsapp wa dihubungi ditelepon diganggu telponin teleponin hubungin chat menghubungiku ganggu-ganggu telfon nelpon hantar menghantar mesej',
    noun: 'telepon panggilan pesan sms telpon iklan promosi mesej panggilan_telepon telefon penawaran spam chat promo telepon_lagi',
    num: 'nomor nombor data nama kontak no nomer nomorku nomer_hp info maklumat',
    saya: 'saya aku kami ku gue gua ini',
    limit:
      'sebelum sesudah setelah sampai antara hari_ini besok sekarang pagi malam sore siang minggu sabtu kerja kantor jam kalau jika saat ketika larut terlalu dulu pukul esok waktu selepas hujung akhir_pekan pejabat tengah',
    self: 'saya_yang_akan saya_akan nanti_saya saya_telepon biar_saya saya_hubungi aku_akan saya_telefon nanti_aku',
  },
  asks: `
    jangan|janganlah|jgn|dilarang|usah|tidak_boleh|tak_boleh|tolong_jangan ~2 pernah|lagi|coba|sampai|terus|sekali? ~1 @verb
    berhenti|stop|hentikan|setop|berhentilah|cukup|sudahi ~2 @verb|@noun
    tidak|tak|ga|gak|nggak|enggak|ndak|nda|ogah ~2 ingin|mau|nak|pengen|bersedia|berminat ~3 dihubungi|ditelepon|diganggu|@noun|menerima|terima|dikirimi|ditelpon|ditelefon
    tidak|tak|ga|gak|nggak ~1 ingin|mau|nak ~3 menerima|terima|dapat|ada ~3 @noun
    tidak|tak|ga|gak ~1 perlu|usah ~1 @verb ~1 @saya ~1 lagi
    hapus|hapuskan|keluarkan|padam|padamkan|buang|hilangkan|coret|delete|lupakan|dihapus|menghapus ~2 @num ~2 @saya
    @num ~1 @saya ~4 dihapus|dikeluarkan|dipadam|hapus|hapuskan|dibuang
    keluarkan|hapus|hapuskan|coret|buang ~1 @saya ~2 dari|daripada
    tidak|tak|ga ~1 ada lagi @noun
    jangan ~1 ada ~2 @noun lagi
    biarkan|tinggalkan ~1 @saya ~1 sendiri|sendirian|tenang|aman
    cabut|menarik|tarik|batalkan|mencabut ~2 persetujuan|izin|kebenaran
    masukkan ~4 daftar_hitam|senarai_hitam|blacklist
    melarang ~3 @verb
  `,
  unless: `
    kenapa|mengapa|kalau ~2 jangan|tidak
    jangan -5 @verb -4 @limit
    jangan -2 @limit -2 @verb
    jangan ~4 @verb ~3 %6 @self
    jangan ~1 lupa|ragu|segan|sungkan|lupakan|malu
    tidak_bisa|tak_boleh|gak_bisa ~1 berhenti
    ketinggalan|melewatkan|terlepas ~2 @noun
    tunggu|belanja|pesanan|keranjang|troli
  `,
  hints:
    'hubung* telepon* telpon* telefon* nomor* nombor* kontak* pesan* mesej* sms daftar* senarai* berhenti* stop henti* hapus* padam* keluar* ganggu* mengganggu persetujuan iklan promosi jangan kirim* buang* cukup blokir*',
}

export const tagalog: Rules = {
  lists: {
    verb: 'tumawag tawagan tawag tumawag-tawag itext i_text mag_text magtext magmessage kontakin guluhin manggulo istorbohin magpadala mang_istorbo tawagin tatawag i_contact makipag_ugnayan tumatawag tinatawagan abalahin',
    limit: 'bago pagkatapos hanggang ngayon bukas umaga gabi linggo trabaho alas kapag kung maaga mamaya',
  },
  asks: `
    huwag|wag|hwag ~1 na? ~1 mo|ninyo|nyo|niyo|kayong|kang|kayo|po|na|sana? ~2 na|akong|ako|po|nang? ~2 @verb
    huwag|wag ~4 @verb
    tigilan|itigil|tama ~2 na? ~1 niyo|nyo|mo|ninyo|ang? ~2 ang? ~1 pagtawag|pagtext|kakatawag|kakatext|pagtetext|pagpapadala|tawag|text|ako
    ayaw|ayoko ~3 ng|na|kong|ko|nang ~3 tawag*|tinatawagan|text|mensahe|makatanggap
    burahin|tanggalin|alisin|i_delete|idelete|kalimutan ~2 ang|na|niyo|nyo|mo|po|ninyo? ~2 numero|number|pangalan|ako|impormasyon ~1 ko|sa|namin|akin|$
    pabayaan|hayaan|lubayan ~2 ako|kami
  `,
  unless: `
    huwag|wag -6 @verb -4 @limit
    huwag|wag ~2 kalimutan*|mag_atubil*|kakalimutan|mahiyang
    bakit ~2 hindi
  `,
  hints:
    'tawag* tumawag* text* numero number huwag wag tigil* itigil ayaw ayoko burahin tanggalin alisin istorbo* pabayaan mensahe stop',
}

export const vietnamese: Rules = {
  lists: {
    dung: 'đừng không_được chớ đừng_có cấm không_nên xin_đừng yêu_cầu_không',
    goi: 'gọi nhắn nhắn_tin liên_lạc liên_hệ làm_phiền gửi điện gọi_điện quấy_rầy điện_thoại quấy_rối phiền spam',
    noun: 'cuộc_gọi tin_nhắn điện_thoại quảng_cáo sms cuộc_điện_thoại tin cuộc',
    limit:
      'trước sau đến hôm_nay ngày_mai bây_giờ sáng tối chiều chủ_nhật giờ khi nếu lúc muộn sớm trưa đêm cuối_tuần vội công_ty',
    self: 'tôi_sẽ_gọi tôi_gọi_lại để_tôi_gọi tôi_sẽ_liên_hệ tôi_sẽ_điện em_sẽ_gọi',
  },
  asks: `
    @dung ~2 @goi
    ngừng|dừng|thôi|ngưng|dẹp|chấm_dứt|dừng_ngay ~2 @goi|@noun
    không ~1 muốn|cần|thích|đồng_ý|có_nhu_cầu ~3 nhận|bị|được|ai|các_bạn|anh|chị|bạn ~3 @goi|@noun
    không ~1 muốn ~2 @noun
    không ~1 gọi|nhắn ~3 nữa
    không ~2 nữa ~2 @goi
    xóa|xoá|gỡ|bỏ|loại|quên|xóa_bỏ|hủy ~3 số|tên|thông_tin|số_điện_thoại ~3 tôi|em|anh|chị|mình|này
    xóa|xoá|gỡ|loại|bỏ|đưa ~1 tôi|mình|em ~2 khỏi|ra ~2 danh_sách
    để|hãy_để ~1 tôi|mình|em|tui ~1 yên|được_yên
    rút|hủy|thu_hồi ~2 đồng_ý|chấp_thuận
    danh_sách_đen|không_làm_phiền
  `,
  unless: `
    sao|tại_sao|nếu ~3 không
    @dung -3 @goi -4 @limit
    @dung -2 @limit -2 @goi
    @dung ~3 @goi ~3 %6 @self
    @dung ~1 quên|ngại|ngần_ngại
    lỡ|bỏ_lỡ ~2 @noun|@goi
    danh_sách_chờ|mua_sắm|đơn_hàng|giỏ_hàng
    không_thể|không_bao_giờ ~1 ngừng|dừng
  `,
  hints:
    'gọi điện số nhắn tin_nhắn sms danh_sách ngừng dừng đừng stop xóa xoá gỡ phiền yên quảng_cáo đồng_ý liên_lạc liên_hệ gửi',
}
