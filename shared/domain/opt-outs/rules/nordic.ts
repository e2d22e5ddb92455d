import type { Rules } from './rules.ts'

export const dutch: Rules = {
  lists: {
    bel: 'bel belt contacteer contacteert sms smst app appt stuur stuurt telefoneer telefoneert benader benadert stoor bericht neem schrijf',
    mij: 'me mij ons hier dit_nummer mijn_nummer ons_nummer deze_nummer naar_mij hierheen naar_hier op_dit_nummer naar_dit_nummer',
    niet: 'niet nooit nimmer nooit_meer niet_meer',
    meer: 'meer langer verder ooit nog opnieuw weer nogmaals',
    inf: `bellen te_bellen contacteren te_contacteren benaderen te_benaderen storen te_storen lastigvallen lastig_vallen lastig_te_vallen sms_en smsen
      appen berichten sturen telefoneren opbellen op_te_bellen te_sms_en te_sturen te_telefoneren contact_opnemen contact_op_te_nemen terugbellen te_appen
      te_berichten lastigvalt contact_zoeken schrijven te_schrijven`,
    part: 'gebeld benaderd gecontacteerd lastiggevallen gestoord opgebeld lastig_gevallen ge_smst gemaild getelefoneerd',
    noun: `telefoontjes oproepen belletjes berichten smsjes sms reclame telefoon telefoontje telefoongesprekken berichtjes sms_jes oproep verkooptelefoontjes
      telefoonverkoop contact reclametelefoontjes spam telemarketing gebel`,
    list: 'lijst* bestand* systeem* database* belbestand* register* bellijst* klantenbestand* adressenbestand* contactlijst* maillijst* telefoonlijst* gegevensbestand*',
    limit: `voor na tot tussen tijdens vandaag morgen nu vanavond ochtend* avond* s_avonds s_ochtends zondag* zaterdag* maandag* dinsdag* woensdag* donderdag* vrijdag*
      weekend* werk uur vroeg laat als wanneer om zo_laat zo_vroeg middag* lunch zonder meteen direct straks eerder op_mijn_werk kantoor even`,
    self: 'ik_bel ik_zal ik_neem wij_bellen ik_app ik_stuur bel_ik',
  },
  asks: `
    @bel ~1 u|jullie|je? ~1 @mij ~3 @niet
    @bel ~1 u|jullie|je? ~1 @niet ~1 @meer|@mij
    @bel ~1 u|jullie|je? alstublieft|aub? @niet $
    @niet ~1 @meer ~4 @inf
    ^ graag|gelieve|aub|alstublieft|liever|s_v_p? mij|me|ons|hier? @niet ~2 @inf $
    gelieve|verzoek|vraag|verzoeken ~4 @niet ~4 @inf
    mag|mogen|moet|moeten|hoeft|hoeven ~4 @mij ~2 @niet ~3 @inf
    wil|wens|willen|wensen|hoef|wilde|zou ~6 @niet ~2 @meer? ~2 @part ~1 worden|wordt
    wil|wens|willen|wensen ~4 @niet ~1 @meer? dat ~2 u|jullie|je|men|iemand ~5 belt|bellen|bel|contact*|lastigvalt|benadert|stuurt|sturen|opbelt
    wil|wens|willen|wensen|hoef|zou ~4 geen ~3 @noun
    geen ~2 @noun meer|aub|alstublieft|ontvangen|krijgen|wensen
    geen ~1 verdere ~1 @noun
    ^ geen @noun $
    stop|stopt|stoppen ~2 met ~5 @inf
    stop ~2 met ~2 die|deze|al_die|dat ~2 @noun
    hou|houd|houdt|ophouden ~3 op? ~2 met ~4 @inf|@noun
    haal|verwijder|schrap|streep|wis|schrijf|haalt|verwijdert ~2 me|mij|ons|mijn_naam|mijn_nummer ~3 van|uit ~3 @list
    haal|verwijder|schrap|wis|vergeet|streep|haalt|verwijdert|verwijderen ~2 mijn|ons|dit ~1 nummer|telefoonnummer|gegevens|naam|gsm_nummer|contactgegevens
    mijn|ons ~1 nummer|telefoonnummer|gegevens|naam|contactgegevens ~6 verwijderen|schrappen|wissen|weghalen|halen|verwijderd|geschrapt|vergeten|verwijdert|wegdoen
    van|uit ~1 uw|jullie|de|die|je ~2 @list ~3 halen|gehaald|verwijderen|verwijderd|af|schrappen|geschrapt|worden
    me|mij|ons ~2 uitschrijven|afmelden|afmelding
    schrijf|meld ~1 me|mij|ons ~3 uit|af
    zet ~2 me|mij|ons|mijn_nummer ~3 op ~3 zwarte_lijst|blacklist|bel_me_niet|blokkeerlijst
    bel_me_niet register
    laat|laten ~1 u|jullie? me|mij|ons ~4 met_rust|gerust
    trek* ~4 toestemming|instemming ~2 in
    toestemming ~3 intrekken|ingetrokken
    geen toestemming ~4 @inf
    genoeg van ~3 @noun|@inf
  `,
  unless: `
    waarom|wanneer|ik|hij|zij|ze|hoezo -1 @bel
    @bel -4 @niet -2 @limit
    @bel -4 @niet -1 @meer? -2 @limit
    @bel -3 @limit -2 @niet
    @niet -3 @limit -4 @inf|@part
    @limit -3 @niet -3 @inf
    @bel ~4 @niet ~3 %6 @self
    @bel ~5 @niet ~8 maar
    ik|wij|we|kan|kon ~3 @niet ~1 @meer ~3 @inf
    had|heb|hebben|kreeg|waren|zijn ~3 geen
    geen ~3 @noun ~3 missen|gemist|mislopen
    niet stoppen|ophouden
    kan|kon|niet ~2 stoppen|ophouden
    wachtlijst|winkelwagen|bestelling|boodschappenlijst
    aarzel|vergeet|twijfel niet
    wil geen -3 @noun -2 @limit
  `,
  hints: `bel belt bellen gebeld telefo* nummer* contact* bericht* sms lijst* bestand* stop* ophouden verwijder* schrap* wis afmeld* uitschrij* lastig* rust toestemming*
    storen gestoord reclame spam genoeg advocaat privacy interesse houd hou`,
}

export const swedish: Rules = {
  lists: {
    ring: 'ring kontakta stör skriv skicka messa sms_a smsa hör_av_er hör_av_dig telefonera besvära trakassera',
    mig: 'mig mej oss hit mitt_nummer detta_nummer det_här_nummret det_här_numret till_mig till_oss på_det_här_numret denna_telefon',
    inte: 'inte aldrig ej icke',
    mer: 'mer mera igen längre någonsin fler_gånger flera_gånger en_gång_till vidare nånsin',
    inf: 'ringa kontakta störa skicka skriva messa smsa trakassera besvära telefonera tjata höra_av_er höra_av_dig plåga ring',
    part: 'uppringd kontaktad störd uppringda kontaktade ringd besvärad trakasserad störda kontaktas',
    noun: 'samtal sms meddelanden telefonsamtal reklam erbjudanden säljsamtal telefonförsäljning sms_meddelanden påringningar meddelande spam försäljningssamtal mess utskick',
    list: 'lista* register* databas* system* ringlista* kontaktlista* kundregister* telefonlista* listor* sändlista* utskickslista*',
    limit: `före efter innan tills mellan under idag imorgon i_morgon nu ikväll i_kväll kväll* morgon* söndag* lördag* måndag* tisdag* onsdag* torsdag* fredag* helg* jobbet
      om när så_sent så_tidigt klockan kl sent tidigt på_jobbet arbetstid lunch just_nu utan`,
    self: 'jag_ringer jag_hör_av jag_återkommer vi_ringer ringer_jag',
  },
  asks: `
    @ring ~1 @mig ~2 @inte
    @ring ~1 @inte ~1 @mig|@mer
    @ring @inte $
    @inte ~1 @ring ~1 @mig|@mer
    sluta|sluta_upp|slutar|upphör ~1 med|att? ~3 @inf|ringer|höra_av|skickar
    sluta ~1 med ~3 @noun
    vill|önskar|orkar|vägrar ~2 @inte ~1 @mer? ~2 bli|vara|ha ~2 @part|@noun
    vill|önskar ~2 @inte ~1 @mer? bli ~1 uppringd|kontaktad|ringd|störd|kontaktas|ringas
    vill|önskar ~2 @inte ~1 @mer? att ~2 ni|du|någon|man ~2 @mer? ringer|kontaktar|skickar|stör|hör_av|skriver
    vill|önskar|behöver ~2 inte|inga ~1 @mer? ~2 ha|få|motta? ~3 @noun
    inga ~1 fler|flera|mer|mera ~1 @noun
    ^ inga @noun $
    får|ska|skall|kan|bör ~2 inte|aldrig ~2 @inf ~1 @mig|@mer
    @inte ~1 @mer ~2 @inf ~1 @mig
    snälla|vänligen|var_snäll_och ~2 @inte ~2 @inf|@ring
    ta ~1 bort ~1 mig|oss $|från|ur|ifrån
    ta|radera|stryk|plocka|släng|glöm|avlägsna ~1 bort? ~1 mitt|vårt|mina|det_här|detta ~1 nummer|namn|uppgifter|telefonnummer|kontaktuppgifter|mobilnummer
    mitt|mina ~1 nummer|namn|uppgifter|telefonnummer ~4 borttaget|raderat|tas_bort|bort|raderas|raderade|strykas
    ta|stryk|plocka|radera ~1 mig|oss|mitt_namn|mitt_nummer ~2 bort? ~1 från|ur|ifrån ~3 @list
    stryk|avregistrera|avanmäl|avprenumerera ~1 mig|oss
    vill ~2 bort|av|borttagen|strykas ~1 från|ur ~3 @list
    låt|lämna ~1 mig|oss ~1 vara|ifred|i_fred|vara_ifred|i_lugn_och_ro
    återkallar|drar_tillbaka|tar_tillbaka ~2 samtycke|medgivande|tillstånd
    nix_registret|nixregistret|nixad|nixat|spärrlista|spärrlistan
    sätt|lägg ~2 mig|mitt_nummer ~2 på ~2 svarta_listan|spärrlista*|nix*
  `,
  unless: `
    jag|de|han|hon|varför|vi -1 @ring
    @ring -3 @inte -3 @limit
    @inte -2 @ring -3 @limit
    @ring -2 @limit -2 @inte
    @inte -3 @limit -4 @inf
    @ring ~4 @inte ~3 %6 @self
    @ring ~4 @inte ~6 utan|ring_istället
    inte|aldrig|kan ~1 sluta
    kan|kunde|jag ~2 inte ~2 @inf
    missa|glöm_inte|tveka
    väntelista*|väntelistan|köplistan|inköpslistan|beställning*|kön
    glöm|tveka inte
    vill inte -4 @noun -2 @limit
  `,
  hints: `uppring* ring* samtal* nummer* kontakt* sms meddeland* lista* register* sluta* ta_bort radera* stryk* avregistrera* stör* ifred fred samtycke reklam spam
    skriv* skicka* tjata* nix* stopp* intresserad advokat`,
}

export const danish: Rules = {
  lists: {
    ring: 'ring kontakt forstyr skriv send sms besvær genér kontakte',
    mig: 'mig os hertil her til_mig til_os mit_nummer dette_nummer det_her_nummer på_dette_nummer',
    inf: 'ringe kontakte forstyrre skrive sende sms_e smse chikanere genere plage besvære telefonere ringer skriver sender at_ringe',
    mer: 'mere igen længere nogensinde flere_gange en_gang_til fremover',
    noun: 'opkald beskeder sms_er sms sms_beskeder telefonopkald reklamer reklame salgsopkald tilbud henvendelser telefonsalg spam beskeder_fra_jer',
    list: 'liste* register* database* system* ringeliste* kontaktliste* telefonliste* kartotek* kundeliste*',
    limit: `før efter inden indtil mellem under i_dag idag i_morgen nu aften* morgen* søndag* lørdag* mandag* tirsdag* onsdag* torsdag* fredag* weekend* arbejde* klokken kl sent
      tidligt når hvis så_sent på_arbejdet uden`,
    self: 'jeg_ringer jeg_vender vi_ringer jeg_kontakter',
  },
  asks: `
    @ring ~1 til? ~1 @mig ~2 ikke|aldrig
    @ring ~1 ikke|aldrig ~1 til? @mig|@mer
    @ring ikke $
    ikke|aldrig ~1 ring|ringe|kontakt|kontakte|forstyr|skriv|sms ~1 til? @mig|@mer
    lad|undlad ~2 være ~1 med? ~1 at? ~2 @inf
    undlad ~1 at ~3 @inf
    stop|stopper|hold|ophør|slut ~2 op? ~1 med? ~2 at? ~3 @inf|@noun
    må|skal|bør|bedes ~3 ikke|aldrig ~2 @inf ~2 @mig|@mer|$
    vil|ønsker|gider ~2 ikke ~1 @mer? ~2 blive|bliver? ~2 ringet_op|kontaktet|ringes|kontaktes|forstyrret|forstyrres|ringet|chikaneret
    vil|ønsker|gider ~2 ikke ~1 @mer? ~1 have|at ~2 at? ~1 i|du|nogen ~1 ringer|kontakter|skriver|sender
    vil|ønsker|skal ~2 ikke|ingen ~1 @mer? ~2 have|modtage|få? ~3 @noun
    ingen|ikke flere ~1 @noun
    ^ ingen @noun $
    slet|fjern|stryg|glem|slette|fjerne ~2 mit|vores|mine|dette ~1 nummer|navn|oplysninger|telefonnummer|mobilnummer|data
    mit|mine ~1 nummer|navn|oplysninger ~3 slettet|fjernet|slettes|fjernes|væk|ud
    fjern|slet|stryg|tag ~1 mig|os|mit_nummer|mit_navn ~2 fra|af|ud ~3 @list
    ønsker|vil ~2 slettet|fjernet|ud|væk|slettes|fjernes ~2 fra|af ~3 @list
    afmeld|slet|fjern mig $|fra|venligst|nu
    lad ~1 mig|os ~2 være|i_fred ~1 i_fred|$
    lad mig|os i_fred
    trækker|tilbagekalder|tilbagetrækker|trække ~3 samtykke|tilladelse
    robinsonliste*|robinson_liste*|spærreliste*
  `,
  unless: `
    jeg|de|han|hun|hvorfor|vi -1 @ring
    @ring -4 ikke|aldrig -3 @limit
    ikke|aldrig -3 @ring -3 @limit
    ikke -3 @limit -4 @inf
    må|skal -3 ikke -4 @limit
    @ring ~4 ikke ~3 %6 @self
    ikke|kan ~1 stoppe|stop
    glem|tøv ikke
    gå_glip|misse|mistet
    venteliste*|indkøbsliste*|bestilling*|ordre*
    vil ~1 ikke -4 @noun -2 @limit
    lad|undlad ~6 @limit
  `,
  hints: `ring* opkald* nummer* kontakt* sms besked* liste* register* stop* slet* fjern* afmeld* forstyr* fred samtykke* reklame* spam skriv* send* chikane* interesseret advokat`,
}

export const norwegian: Rules = {
  lists: {
    ring: 'ring kontakt forstyrr skriv send sms plag ringe tekst',
    meg: 'meg oss hit her nummeret_mitt mitt_nummer dette_nummeret til_meg på_dette_nummeret denne_telefonen',
    inf: 'ringe kontakte forstyrre skrive sende mase plage sms_e trakassere ringer sender tekste masinga smse telefonere',
    mer: 'mer igjen lenger noen_gang flere_ganger en_gang_til mere noensinne fremover',
    noun: 'anrop samtaler meldinger sms telefoner reklame tekstmeldinger sms_er oppringninger telefonsalg salgssamtaler henvendelser tilbud spam telefonsamtaler',
    list: 'liste* register* database* system* ringeliste* kontaktliste* telefonliste* kunderegister* lista*',
    limit: `før etter innen til mellom under i_dag i_morgen nå kveld* morgen* søndag* lørdag* mandag* tirsdag* onsdag* torsdag* fredag* helg* jobb* klokka klokken kl sent tidlig når hvis
      så_sent på_jobben uten ettermiddag* formiddag*`,
    self: 'jeg_ringer jeg_tar vi_ringer ringer_jeg jeg_kontakter',
  },
  asks: `
    ikke|aldri ~1 ring|kontakt|forstyrr|skriv|send|plag ~2 @meg|@mer
    ikke ring|kontakt $
    @ring ~2 @meg ~2 ikke|aldri
    @ring ~1 ikke|aldri ~1 @meg|@mer
    slutt|stopp|slutte|stoppe ~1 med|å? ~2 å? ~2 @inf|@noun
    må|skal|bør|får|kan ~2 ikke|aldri ~2 @inf ~2 @meg|@mer
    la ~1 være ~1 å ~2 @inf
    vil|ønsker|orker ~2 ikke ~1 @mer? ~2 bli|ha ~2 oppringt|kontaktet|ringt|forstyrret|plaget|ringt_opp
    vil|ønsker ~2 ikke ~1 @mer? ~1 at ~1 dere|du|noen ~1 ringer|kontakter|skriver|sender|skal
    vil|ønsker|trenger ~2 ikke|ingen ~1 @mer? ~2 ha|motta|få? ~3 @noun
    ingen|ikke flere|fler ~1 @noun
    ^ ingen @noun|telefoner $
    slett|fjern|stryk|glem|ta_bort|slette|fjerne ~2 mitt|vårt|mine|dette ~1 nummer|navn|telefonnummer|mobilnummer|opplysninger|nummeret
    slett|fjern|stryk|glem ~1 nummeret|navnet|opplysningene|kontaktinfoen ~1 mitt|mine|vårt|min
    fjern|slett|stryk|ta ~1 meg|oss|nummeret_mitt|navnet_mitt ~2 bort? fra|av|ut ~3 @list
    fjern|slett|stryk|avmeld|meld meg ~1 av? $|fra|nå
    vil|ønsker ~2 strykes|fjernes|slettes|av|bort|ut ~2 fra|av ~3 @list
    la ~1 meg|oss ~2 være|i_fred ~1 i_fred|$
    la meg|oss i_fred
    trekker|tilbakekaller|trekke ~4 samtykke*|tillatelse*
    reservasjonsregister*|reservert_mot ~2 telefonsalg
    reserver* ~2 meg ~2 mot
  `,
  unless: `
    jeg|de|han|hun|hvorfor|vi -1 ring|@ring
    @ring -4 ikke|aldri -3 @limit
    ikke|aldri -3 @ring -3 @limit
    ikke -3 @limit -4 @inf
    må|skal -3 ikke -5 @limit
    ikke ~3 @ring ~3 %6 @self
    ikke|kan ~1 slutte|stoppe
    nøl ikke
    ikke nøl|glem|vent|nøle|glemme
    gå_glip|miste|glipp
    venteliste*|handleliste*|bestilling*|ordre*
    vil ~1 ikke -4 @noun -2 @limit
  `,
  hints: `oppring* ring* anrop* nummer* kontakt* sms melding* liste* register* slutt* stopp* slett* fjern* stryk* avmeld* forstyr* fred samtykke* reklame* spam skriv* send* mas* plag*
    reserv* interessert advokat`,
}
