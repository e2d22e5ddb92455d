/**
 * `asks`: sentences that opt out; `innocent`: sentences that only look similar. Rules were written
 * for the sentences in `seen`, and tested with those in `held`.
 */
export interface Sentences {
  asks: readonly string[]
  innocent: readonly string[]
}

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const of = (asks: string, innocent: string): Sentences => ({ asks: lines(asks), innocent: lines(innocent) })

export const seen: Readonly<Record<string, Sentences>> = {
  en: of(
    `
    Please remove my name from your list
    Do not EVER contact me again
    Don’t call this number anymore, please
    I’ve asked you before to stop calling me
    I don’t want to receive any more calls from you people
    Could you take me off your calling list?
    You are not allowed to call me any more
    Please, never, ever phone us again
    I hereby withdraw my consent to be called
    Put me on your do not call list
    Lose my number
    Quit bothering me
    I would rather you didn’t call me again
    `,
    `
    Don't call me Robert
    I can't stop thinking about it
    Stop by at five
    Please don't call before nine, call after
    Remove the second item from my order
    Don't call me, I'll call you
    Don't hesitate to call me
    Why didn't you call me yesterday?
    I don't want to miss your call
    They stopped calling me years ago
    Take me off hold please
    Never mind, call me tomorrow
    `,
  ),
  de: of(
    `
    Rufen Sie mich bitte nicht mehr an
    Ich möchte nicht mehr angerufen werden
    Hören Sie endlich auf, mich anzurufen
    Bitte löschen Sie meine Nummer aus Ihrer Datenbank
    Streichen Sie mich von Ihrer Liste
    Ich will nicht, dass Sie mich noch einmal anrufen
    Keine weiteren Anrufe bitte
    Ich widerrufe hiermit meine Einwilligung
    Lassen Sie mich endlich in Ruhe!
    Ich verbitte mir weitere Anrufe
    `,
    `
    Hören Sie auf mich
    Rufen Sie mich bitte nicht vor neun an
    Warum rufen Sie mich nicht zurück?
    Rufen Sie mich nicht an, ich melde mich
    Lassen Sie mich in Ruhe überlegen
    Ich konnte Sie gestern nicht anrufen
    Löschen Sie den zweiten Artikel aus meiner Bestellung
    Vergessen Sie nicht, mich anzurufen
    `,
  ),
  es: of(
    `
    No me vuelvan a llamar
    No me llamen más, por favor
    Deje ya de llamarme
    No quiero que me sigan llamando
    Quítenme de su lista
    Borre mi número, por favor
    Ya no quiero recibir más llamadas
    Denme de baja
    Déjenme en paz de una vez
    `,
    `
    No me llame señor
    No me llame antes de las nueve
    No deje de llamarme mañana
    No me llame, yo le llamo
    ¿Por qué no me llamaron ayer?
    No quiero perder la llamada
    Quite el segundo producto de mi pedido
    `,
  ),
  fr: of(
    `
    Je ne veux plus être appelé
    Ne m’appelez plus jamais
    Arrêtez de m'appeler s'il vous plaît
    Merci de ne plus me contacter
    Retirez-moi de votre liste
    Je ne souhaite plus recevoir vos messages
    Supprimez mon numéro
    Laissez-moi tranquille
    `,
    `
    Ne m'appelez pas Robert
    Ne m'appelez pas avant neuf heures
    N'hésitez pas à m'appeler
    Pourquoi ne m'avez-vous pas appelé ?
    Retirez le deuxième article de ma commande
    Ne m'appelez pas, je vous rappelle
    Je ne veux pas manquer votre appel
    `,
  ),
  it: of(
    `
    Smettetela di chiamarmi
    Non mi chiami più, per favore
    Non chiamatemi mai più
    Non voglio più ricevere telefonate
    Cancelli il mio numero dal vostro elenco
    Non desidero essere contattato
    Toglietemi dalla lista
    Mi lasci in pace
    `,
    `
    Non mi chiami signora
    Non mi chiami prima delle nove
    Non esiti a chiamarmi
    Perché non mi ha chiamato?
    Non riesco a smettere di pensarci
    Tolga il secondo articolo dal mio ordine
    Non mi chiami, la richiamo io
    `,
  ),
  pt: of(
    `
    Não me ligue mais
    Parem de me ligar
    Não quero receber mais chamadas
    Tirem o meu número da lista
    Não voltem a ligar para este número
    Por favor, não liguem mais para cá
    Deixem-me em paz
    Quero que parem de me mandar mensagens
    `,
    `
    Não me ligue antes das nove
    Não deixe de me ligar amanhã
    Por que você não me ligou ontem?
    Não me ligue, eu ligo para você
    Tire o segundo produto do meu pedido
    Não hesite em me ligar
    `,
  ),
  nl: of(
    `
    Bel mij alstublieft niet meer
    Ik wil niet meer gebeld worden
    Stop met mij te bellen
    Haal me van jullie lijst
    Verwijder mijn nummer
    Belt u dit nummer nooit meer
    Ik wens geen telefoontjes meer te krijgen
    Laat me met rust
    `,
    `
    Bel me niet voor negen uur
    Bel me niet, ik bel u terug
    Waarom belt u mij niet?
    Vergeet niet me te bellen
    Verwijder het tweede artikel uit mijn bestelling
    Ik kan niet stoppen met lachen
    `,
  ),
  pl: of(
    `
    Proszę do mnie więcej nie dzwonić
    Nie dzwońcie do mnie
    Przestańcie do mnie wydzwaniać
    Nie życzę sobie żadnych telefonów
    Proszę usunąć mój numer z bazy
    Nie chcę, żebyście do mnie dzwonili
    Dajcie mi spokój
    `,
    `
    Proszę nie dzwonić przed dziewiątą
    Dlaczego pan do mnie nie dzwonił?
    Proszę nie zapomnieć zadzwonić
    Proszę usunąć drugi produkt z zamówienia
    Nie mogę przestać o tym myśleć
    `,
  ),
  ru: of(
    `
    Больше мне не звоните
    Перестаньте мне звонить
    Пожалуйста, не звоните на этот номер
    Удалите мой номер из базы
    Я не хочу, чтобы вы мне звонили
    Хватит уже названивать
    Оставьте меня в покое
    `,
    `
    Не звоните до девяти
    Почему вы мне не звоните?
    Не забудьте мне позвонить
    Я не могу перестать об этом думать
    Удалите второй товар из заказа
    Не звоните, я сам перезвоню
    `,
  ),
  tr: of(
    `
    Beni bir daha aramayın
    Lütfen beni artık aramayın
    Aramayı bırakın artık
    Aranmak istemiyorum
    Numaramı listenizden silin
    Beni rahat bırakın
    `,
    `
    Beni dokuzdan önce aramayın
    Beni aramayı unutmayın
    Neden beni aramadınız?
    Siparişimden ikinci ürünü çıkarın
    `,
  ),
  sv: of(
    `
    Ring mig inte igen
    Sluta ringa mig
    Jag vill inte bli uppringd
    Ta bort mitt nummer från er lista
    Inga fler samtal tack
    Lämna mig ifred
    `,
    `
    Ring mig inte före nio
    Glöm inte att ringa mig
    Varför ringer ni inte?
    Ta bort den andra varan från min beställning
    `,
  ),
  da: of(
    `
    Ring ikke til mig igen
    Hold op med at ringe til mig
    Jeg ønsker ikke at blive kontaktet
    Slet mit nummer
    Fjern mig fra jeres liste
    Lad mig være i fred
    `,
    `
    Ring ikke til mig før ni
    Glem ikke at ringe til mig
    Hvorfor ringer I ikke?
    `,
  ),
  no: of(
    `
    Ikke ring meg igjen
    Slutt å ringe meg
    Jeg vil ikke bli oppringt
    Slett nummeret mitt
    Fjern meg fra listen deres
    La meg være i fred
    `,
    `
    Ikke ring meg før ni
    Ikke glem å ringe meg
    Hvorfor ringer dere ikke?
    `,
  ),
  fi: of(
    `
    Älkää soittako minulle enää
    Älä soita tähän numeroon
    Lopettakaa soittaminen
    En halua enää puheluita
    Poistakaa numeroni listaltanne
    Jättäkää minut rauhaan
    `,
    `
    Älkää soittako ennen yhdeksää
    Älkää unohtako soittaa minulle
    Miksi ette soittanut?
    `,
  ),
  ja: of(
    `
    もう電話しないでください
    二度とかけてこないで
    電話番号をリストから削除してください
    営業の電話はお断りします
    連絡してこないでほしいです
    メッセージを送らないでください
    `,
    `
    九時前には電話しないでください
    明日電話してください
    電話するのを忘れないでください
    注文から二つ目の商品を削除してください
    `,
  ),
  zh: of(
    `
    不要再给我打电话了
    请别再联系我
    把我的号码从名单上删掉
    我不想再接到你们的电话
    别再骚扰我
    请停止给我发短信
    `,
    `
    九点之前不要打电话
    别忘了给我打电话
    你为什么不给我打电话
    从订单里删除第二件商品
    `,
  ),
  ko: of(
    `
    다시는 전화하지 마세요
    더 이상 연락하지 말아 주세요
    제 번호를 삭제해 주세요
    전화 그만하세요
    문자 보내지 마세요
    `,
    `
    아홉 시 전에는 전화하지 마세요
    잊지 말고 전화해 주세요
    왜 전화 안 했어요
    `,
  ),
}

export const held: Readonly<Record<string, Sentences>> = {
  en: of(
    `
    Kindly refrain from calling here, take this number out of your dialer
    I told your colleague not to call me anymore
    No more phone calls, okay?
    You need to stop ringing my mother's house
    Delete all my details and don't phone again
    I do not wish to be contacted by your company
    please take us off whatever list this is
    These calls have to stop
    don't bother me again
    Never text me again
    `,
    `
    Don't call my husband, call me
    Please don't text me while I'm driving
    I never call in the evening
    Can you stop the delivery?
    Please don't call me Mrs Smith
    He told me to call the number on the list
    The list is too long, remove the last name
    Don't call me at work, use my mobile
    `,
  ),
  de: of(
    `
    Ich wünsche keine Anrufe mehr von Ihnen
    Nehmen Sie mich sofort aus Ihrem Verteiler
    Unterlassen Sie diese Anrufe
    Bitte nie wieder hier anrufen
    Sie sollen uns nicht mehr belästigen
    Vergessen Sie meine Nummer
    Schluss mit den ständigen Anrufen
    Ruft mich bloß nicht noch mal an
    `,
    `
    Rufen Sie mich nicht im Büro an, lieber zu Hause
    Ich habe keine Anrufe bekommen
    Ich möchte Ihren Anruf nicht verpassen
    Bitte rufen Sie heute nicht mehr an, morgen passt besser
    Nehmen Sie die Pizza von der Liste
    Sie können mich jederzeit anrufen
    `,
  ),
  es: of(
    `
    Le pido que no vuelva a llamarme
    Paren ya de mandarme mensajes
    No llamen más a este número
    Saquen mi teléfono de su base de datos
    No deseo ser contactado
    Basta de llamadas
    No me moleste más
    `,
    `
    No me llames tonto
    No me llame al trabajo, llámeme a casa
    No he recibido llamadas
    No dude en llamarme
    Deje de preocuparse
    `,
  ),
  fr: of(
    `
    Je vous demande de ne plus me téléphoner
    Cessez vos appels
    Enlevez mon nom de vos fichiers
    N'appelez plus ce numéro
    On ne veut plus recevoir de SMS
    Fichez-moi la paix
    Je retire mon consentement
    `,
    `
    N'oubliez pas de me rappeler
    Je n'ai pas reçu d'appel
    Ne m'appelez pas au travail
    Arrêtez-vous au feu
    Enlevez la pizza de la liste
    `,
  ),
  it: of(
    `
    La prego di non telefonarmi più
    Basta chiamate
    Rimuovete il mio numero dal sistema
    Non dovete più contattarmi
    Non voglio che mi chiamiate
    Finitela di disturbarmi
    `,
    `
    Non chiamatemi in ufficio
    Non dimentichi di chiamarmi domani
    Non ho ricevuto chiamate
    Basta così, grazie
    `,
  ),
  pt: of(
    `
    Pare de ligar para mim
    Nunca mais me liguem
    Não desejo ser contactado
    Remova meu nome do seu cadastro
    Chega de ligações
    Não quero que me mandem SMS
    `,
    `
    Não me ligue no trabalho
    Não recebi nenhuma ligação
    Não esqueça de me ligar
    Pare na próxima esquina
    `,
  ),
  nl: of(
    `
    Hou op met bellen
    Ik wil niet dat u mij nog belt
    Gelieve mij niet meer te contacteren
    Schrap mijn naam uit uw bestand
    Geen telefoontjes meer alstublieft
    `,
    `
    Bel me niet op mijn werk
    Ik heb geen telefoontjes gehad
    Wanneer belt u mij?
    Haal de melk van de lijst
    `,
  ),
  pl: of(
    `
    Proszę przestać do mnie dzwonić
    Nie kontaktujcie się ze mną więcej
    Wykreślcie mnie z waszej listy
    Cofam zgodę na kontakt
    Dość tych telefonów
    `,
    `
    Nie dzwoń do mnie do pracy
    Nie mam żadnych wiadomości
    Proszę dzwonić po południu
    `,
  ),
  ru: of(
    `
    Прошу больше никогда мне не звонить
    Уберите меня из вашего списка
    Прекратите присылать мне сообщения
    Не надо мне больше звонить
    Отзываю своё согласие
    `,
    `
    Не звоните мне на работу
    Я не слышал звонка
    Позвоните мне после обеда
    `,
  ),
  tr: of(
    `
    Bir daha bu numarayı aramayın
    Bana mesaj atmayı kesin
    Beni listeden çıkarın
    Lütfen beni rahatsız etmeyin
    `,
    `
    Beni iş yerinde aramayın
    Beni yarın arayın
    Aramanızı kaçırmak istemiyorum
    `,
  ),
  sv: of(
    `
    Kontakta mig aldrig mer
    Jag vill inte ha fler samtal från er
    Stryk mig från listan
    Sluta skicka sms till mig
    `,
    `
    Ring mig inte på jobbet
    Jag kan inte sluta skratta
    Tveka inte att ringa
    `,
  ),
  da: of(
    `
    Stop med at ringe til mig
    Jeg vil ikke ringes op mere
    I må ikke kontakte mig mere
    Ingen flere opkald
    `,
    `
    Ring ikke på arbejdet
    Jeg kan ikke stoppe med at grine
    Ring til mig i morgen
    `,
  ),
  no: of(
    `
    Dere må ikke ringe meg mer
    Stopp å sende meg meldinger
    Ingen flere anrop takk
    Stryk meg fra listen
    `,
    `
    Ikke ring meg på jobben
    Jeg klarer ikke å slutte å le
    Ring meg i morgen
    `,
  ),
  fi: of(
    `
    Lopeta soittelu
    En halua, että minulle soitetaan
    Poistakaa minut rekisteristänne
    Älkää lähettäkö viestejä
    `,
    `
    Älkää soittako töihin
    En voi lopettaa nauramista
    Soittakaa huomenna
    `,
  ),
  ja: of(
    `
    電話をかけてくるのをやめてください
    私の番号を消してください
    今後一切連絡しないでください
    電話はもう結構です
    `,
    `
    今は電話しないでください
    心配しないでください
    電話番号を忘れました
    `,
  ),
  zh: of(
    `
    以后别打来了
    我不希望你们再联系我
    请删除我的电话号码
    不要再发信息给我
    `,
    `
    晚上不要打电话
    不要打断我
    我明天给你打电话
    `,
  ),
  ko: of(
    `
    앞으로 전화하지 말아 주세요
    명단에서 빼 주세요
    연락하지 마세요
    `,
    `
    지금은 전화하지 마세요
    걱정하지 마세요
    내일 전화해 주세요
    `,
  ),
}
