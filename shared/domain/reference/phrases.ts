/** What is spoken when no model is there to find words. */
export interface Phrases {
  /** Before the line is dropped because something of ours failed. */
  apology: string
  goodbye: string
  /** To the caller of a number that no assistant answers. */
  unavailable: string
  /** While something is looked up or done. */
  waiting: string
  /** When that takes longer. */
  stillWaiting: string
}

const english: Phrases = {
  apology: 'I am sorry, something went wrong on our side. Please call again later. Goodbye.',
  goodbye: 'Thank you for your time. Goodbye.',
  unavailable: 'Thank you for calling. Nobody can take your call at the moment. Please try again later. Goodbye.',
  waiting: 'One moment, please.',
  stillWaiting: 'I am still on it, please bear with me.',
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
  },
  es: {
    apology: 'Lo siento, algo ha fallado por nuestra parte. Por favor, llame más tarde. Adiós.',
    goodbye: 'Gracias por su tiempo. Adiós.',
    unavailable: 'Gracias por llamar. En este momento nadie puede atenderle. Adiós.',
    waiting: 'Un momento, por favor.',
    stillWaiting: 'Sigo en ello, un poco de paciencia, por favor.',
  },
  fr: {
    apology: 'Je suis désolé, un problème est survenu de notre côté. Veuillez rappeler plus tard. Au revoir.',
    goodbye: 'Merci de votre temps. Au revoir.',
    unavailable: 'Merci de votre appel. Personne ne peut y répondre pour le moment. Au revoir.',
    waiting: 'Un instant, s’il vous plaît.',
    stillWaiting: 'Je suis encore dessus, merci de patienter.',
  },
  it: {
    apology:
      'Mi dispiace, si è verificato un problema da parte nostra. La preghiamo di richiamare più tardi. Arrivederci.',
    goodbye: 'Grazie per il suo tempo. Arrivederci.',
    unavailable: 'Grazie per aver chiamato. Al momento nessuno può rispondere. Arrivederci.',
    waiting: 'Un momento, per favore.',
    stillWaiting: 'Ci sto ancora lavorando, un attimo di pazienza.',
  },
  nl: {
    apology: 'Het spijt me, er is bij ons iets misgegaan. Belt u later nog eens. Tot ziens.',
    goodbye: 'Bedankt voor uw tijd. Tot ziens.',
    unavailable: 'Bedankt voor het bellen. Op dit moment kan niemand opnemen. Tot ziens.',
    waiting: 'Een ogenblik, alstublieft.',
    stillWaiting: 'Ik ben er nog mee bezig, heeft u even geduld.',
  },
  pl: {
    apology: 'Przepraszam, wystąpił problem po naszej stronie. Proszę zadzwonić później. Do widzenia.',
    goodbye: 'Dziękuję za rozmowę. Do widzenia.',
    unavailable: 'Dziękujemy za telefon. W tej chwili nikt nie może odebrać. Do widzenia.',
    waiting: 'Chwileczkę, proszę.',
    stillWaiting: 'Jeszcze sprawdzam, proszę o chwilę cierpliwości.',
  },
  pt: {
    apology: 'Peço desculpa, ocorreu um problema do nosso lado. Por favor, ligue mais tarde. Adeus.',
    goodbye: 'Obrigado pelo seu tempo. Adeus.',
    unavailable: 'Obrigado por ligar. De momento ninguém pode atender. Adeus.',
    waiting: 'Um momento, por favor.',
    stillWaiting: 'Ainda estou a tratar disso, só mais um pouco, por favor.',
  },
}

/** By ISO 639-1 code; English where nothing else is known. */
export const phrasesFor = (iso_2: string | undefined): Phrases => phrases[iso_2 ?? 'en'] ?? english
