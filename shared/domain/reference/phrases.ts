/** Sentences for moments at which no model speaks. */
export interface Phrases {
  /** Spoken before we end a call because of a fault. */
  apology: string
  goodbye: string
  /** Spoken to the caller of a number that no assistant answers. */
  unavailable: string
  waiting: string
  stillWaiting: string
  puttingThrough: string
  /** Spoken to the customer when a transfer's callee did not answer or accept. */
  notReached: string
  /** Spoken to a transfer's callee, when nothing is known about the call. */
  briefing: string
  pressOne: string
  /** The spoken word for `@`. */
  atSign: string
}

const english: Phrases = {
  apology: 'I am sorry, something went wrong on our side. Please call again later. Goodbye.',
  goodbye: 'Thank you for your time. Goodbye.',
  unavailable: 'Thank you for calling. Nobody can take your call at the moment. Please try again later. Goodbye.',
  waiting: 'One moment, please.',
  stillWaiting: 'I am still on it, please bear with me.',
  puttingThrough: 'One moment, I will put you through.',
  notReached: 'I am sorry, I could not reach anyone.',
  briefing: 'There is a caller for you.',
  pressOne: 'To take the call, press 1.',
  atSign: 'at',
}

const phrases: Record<string, Phrases> = {
  en: english,
  de: {
    apology:
      'Es tut mir leid, bei uns ist etwas schiefgegangen. Bitte rufen Sie später noch einmal an. Auf Wiederhören.',
    goodbye: 'Vielen Dank für das Gespräch. Auf Wiederhören.',
    unavailable: 'Vielen Dank für Ihren Anruf. Im Moment kann ihn niemand annehmen. Auf Wiederhören.',
    waiting: 'Einen Moment, bitte.',
    stillWaiting: 'Ich bin noch dabei, bitte haben Sie etwas Geduld.',
    puttingThrough: 'Einen Moment, ich verbinde Sie.',
    notReached: 'Es tut mir leid, ich konnte leider niemanden erreichen.',
    briefing: 'Ein Anruf für Sie.',
    pressOne: 'Um ihn anzunehmen, drücken Sie die 1.',
    atSign: 'ät',
  },
  es: {
    apology: 'Lo siento, algo ha fallado por nuestra parte. Por favor, llame más tarde. Adiós.',
    goodbye: 'Gracias por su tiempo. Adiós.',
    unavailable: 'Gracias por llamar. En este momento nadie puede atenderle. Adiós.',
    waiting: 'Un momento, por favor.',
    stillWaiting: 'Sigo en ello, un poco de paciencia, por favor.',
    puttingThrough: 'Un momento, le paso.',
    notReached: 'Lo siento, no he podido localizar a nadie.',
    briefing: 'Hay una llamada para usted.',
    pressOne: 'Para aceptarla, pulse 1.',
    atSign: 'arroba',
  },
  fr: {
    apology: 'Je suis désolé, un problème est survenu de notre côté. Veuillez rappeler plus tard. Au revoir.',
    goodbye: 'Merci de votre temps. Au revoir.',
    unavailable: 'Merci de votre appel. Personne ne peut y répondre pour le moment. Au revoir.',
    waiting: 'Un instant, s’il vous plaît.',
    stillWaiting: 'Je suis encore dessus, merci de patienter.',
    puttingThrough: 'Un instant, je vous mets en relation.',
    notReached: 'Je suis désolé, je n’ai pu joindre personne.',
    briefing: 'Il y a un appel pour vous.',
    pressOne: 'Pour le prendre, appuyez sur 1.',
    atSign: 'arobase',
  },
  it: {
    apology:
      'Mi dispiace, si è verificato un problema da parte nostra. La preghiamo di richiamare più tardi. Arrivederci.',
    goodbye: 'Grazie per il suo tempo. Arrivederci.',
    unavailable: 'Grazie per aver chiamato. Al momento nessuno può rispondere. Arrivederci.',
    waiting: 'Un momento, per favore.',
    stillWaiting: 'Ci sto ancora lavorando, un attimo di pazienza.',
    puttingThrough: 'Un momento, la metto in contatto.',
    notReached: 'Mi dispiace, non ho trovato nessuno.',
    briefing: 'C’è una chiamata per lei.',
    pressOne: 'Per accettarla, prema 1.',
    atSign: 'chiocciola',
  },
  nl: {
    apology: 'Het spijt me, er is bij ons iets misgegaan. Belt u later nog eens. Tot ziens.',
    goodbye: 'Bedankt voor uw tijd. Tot ziens.',
    unavailable: 'Bedankt voor het bellen. Op dit moment kan niemand opnemen. Tot ziens.',
    waiting: 'Een ogenblik, alstublieft.',
    stillWaiting: 'Ik ben er nog mee bezig, heeft u even geduld.',
    puttingThrough: 'Een ogenblik, ik verbind u door.',
    notReached: 'Het spijt me, ik heb niemand kunnen bereiken.',
    briefing: 'Er is een gesprek voor u.',
    pressOne: 'Druk op 1 om het aan te nemen.',
    atSign: 'apenstaartje',
  },
  pl: {
    apology: 'Przepraszam, wystąpił problem po naszej stronie. Proszę zadzwonić później. Do widzenia.',
    goodbye: 'Dziękuję za rozmowę. Do widzenia.',
    unavailable: 'Dziękujemy za telefon. W tej chwili nikt nie może odebrać. Do widzenia.',
    waiting: 'Chwileczkę, proszę.',
    stillWaiting: 'Jeszcze sprawdzam, proszę o chwilę cierpliwości.',
    puttingThrough: 'Chwileczkę, już łączę.',
    notReached: 'Przepraszam, nie udało mi się nikogo zastać.',
    briefing: 'Jest do Państwa telefon.',
    pressOne: 'Aby go odebrać, proszę nacisnąć 1.',
    atSign: 'małpa',
  },
  pt: {
    apology: 'Peço desculpa, ocorreu um problema do nosso lado. Por favor, ligue mais tarde. Adeus.',
    goodbye: 'Obrigado pelo seu tempo. Adeus.',
    unavailable: 'Obrigado por ligar. De momento ninguém pode atender. Adeus.',
    waiting: 'Um momento, por favor.',
    stillWaiting: 'Ainda estou a tratar disso, só mais um pouco, por favor.',
    puttingThrough: 'Um momento, vou passar a chamada.',
    notReached: 'Peço desculpa, não consegui contactar ninguém.',
    briefing: 'Há uma chamada para si.',
    pressOne: 'Para a atender, prima 1.',
    atSign: 'arroba',
  },
}

export const apologies: readonly string[] = Object.values(phrases).map(({ apology }) => apology)

export const phrasesFor = (iso_2: string | undefined): Phrases => phrases[iso_2 ?? 'en'] ?? english
