/** Short phrases spoken while the assistant thinks, by tone of the customer's last words. */
export interface FillerPhrases {
  neutral: readonly string[]
  negative: readonly string[]
  positive: readonly string[]
  question: readonly string[]
}

/**
 * `relay_code` (BCP-47) and `transcription` are ConversationRelay's `language` and
 * `transcriptionProvider`.
 */
export interface Language {
  id: number
  name: string
  iso_2: string
  relay_code: string
  transcription: 'Deepgram' | 'Google'
  fillers?: FillerPhrases
}

const english: FillerPhrases = {
  neutral: ['Okay.', 'Alright.', 'One moment.'],
  negative: ['I understand.', "I'm sorry to hear that.", 'I see.'],
  positive: ['Great.', 'Perfect.', 'Wonderful.'],
  question: ['Good question.', 'Let me see.', 'One moment, please.'],
}

const german: FillerPhrases = {
  neutral: ['Okay.', 'Alles klar.', 'Einen Moment.'],
  negative: ['Ich verstehe.', 'Das tut mir leid.', 'Das kann ich nachvollziehen.'],
  positive: ['Super.', 'Sehr schön.', 'Das freut mich.'],
  question: ['Gute Frage.', 'Mal sehen.', 'Einen Moment, bitte.'],
}

const spanish: FillerPhrases = {
  neutral: ['De acuerdo.', 'Muy bien.', 'Un momento.'],
  negative: ['Entiendo.', 'Lo siento mucho.', 'Ya veo.'],
  positive: ['Perfecto.', 'Estupendo.', 'Me alegro.'],
  question: ['Buena pregunta.', 'Vamos a ver.', 'Un momento, por favor.'],
}

const french: FillerPhrases = {
  neutral: ["D'accord.", 'Très bien.', 'Un instant.'],
  negative: ['Je comprends.', 'Je suis désolé.', 'Je vois.'],
  positive: ['Parfait.', 'Super.', 'Avec plaisir.'],
  question: ['Bonne question.', 'Voyons voir.', "Un instant, s'il vous plaît."],
}

const italian: FillerPhrases = {
  neutral: ['Va bene.', "D'accordo.", 'Un attimo.'],
  negative: ['Capisco.', 'Mi dispiace.', 'Mi rendo conto.'],
  positive: ['Perfetto.', 'Ottimo.', 'Benissimo.'],
  question: ['Bella domanda.', 'Vediamo.', 'Un attimo, per favore.'],
}

const portuguese: FillerPhrases = {
  neutral: ['Certo.', 'Muito bem.', 'Um momento.'],
  negative: ['Entendo.', 'Lamento muito.', 'Compreendo.'],
  positive: ['Perfeito.', 'Ótimo.', 'Que bom.'],
  question: ['Boa pergunta.', 'Vamos ver.', 'Um momento, por favor.'],
}

const dutch: FillerPhrases = {
  neutral: ['Oké.', 'Goed.', 'Een ogenblik.'],
  negative: ['Ik begrijp het.', 'Dat spijt me.', 'Dat is vervelend.'],
  positive: ['Mooi.', 'Prima.', 'Fijn om te horen.'],
  question: ['Goede vraag.', 'Even kijken.', 'Een ogenblik, alstublieft.'],
}

const polish: FillerPhrases = {
  neutral: ['Dobrze.', 'W porządku.', 'Chwileczkę.'],
  negative: ['Rozumiem.', 'Przykro mi.', 'Bardzo mi przykro.'],
  positive: ['Świetnie.', 'Doskonale.', 'Bardzo się cieszę.'],
  question: ['Dobre pytanie.', 'Już sprawdzam.', 'Chwileczkę, proszę.'],
}

/**
 * Assistants store the id: never renumber or reuse one. Deepgram transcribes the codes that it
 * documents, Google the rest. Twilio refuses other pairs (error 64106).
 */
export const languages: readonly Language[] = languagesOf([
  [1, 'English', 'en', 'en-US', 'Deepgram', english],
  [2, 'English (Australia)', 'en', 'en-AU', 'Deepgram', english],
  [3, 'English (India)', 'en', 'en-IN', 'Deepgram', english],
  [4, 'English (United Kingdom)', 'en', 'en-GB', 'Deepgram', english],
  [5, 'Arabic', 'ar', 'ar-AE', 'Google'],
  [6, 'Bengali', 'bn', 'bn-IN', 'Google'],
  [7, 'Bulgarian', 'bg', 'bg-BG', 'Deepgram'],
  [8, 'Catalan', 'ca', 'ca-ES', 'Deepgram'],
  [9, 'Chinese (Mandarin)', 'zh', 'zh-CN', 'Deepgram'],
  [10, 'Croatian', 'hr', 'hr-HR', 'Google'],
  [11, 'Czech', 'cs', 'cs-CZ', 'Deepgram'],
  [12, 'Danish', 'da', 'da-DK', 'Deepgram'],
  [13, 'Dutch', 'nl', 'nl-NL', 'Deepgram', dutch],
  [14, 'Dutch (Belgium)', 'nl', 'nl-BE', 'Deepgram', dutch],
  [15, 'Filipino', 'tl', 'fil-PH', 'Google'],
  [16, 'Finnish', 'fi', 'fi-FI', 'Deepgram'],
  [17, 'French', 'fr', 'fr-FR', 'Deepgram', french],
  [18, 'French (Canada)', 'fr', 'fr-CA', 'Deepgram', french],
  [19, 'German', 'de', 'de-DE', 'Deepgram', german],
  [20, 'Greek', 'el', 'el-GR', 'Deepgram'],
  [21, 'Gujarati', 'gu', 'gu-IN', 'Google'],
  [22, 'Hebrew', 'he', 'he-IL', 'Google'],
  [23, 'Hindi', 'hi', 'hi-IN', 'Deepgram'],
  [24, 'Hungarian', 'hu', 'hu-HU', 'Deepgram'],
  [25, 'Indonesian', 'id', 'id-ID', 'Deepgram'],
  [26, 'Italian', 'it', 'it-IT', 'Deepgram', italian],
  [27, 'Japanese', 'ja', 'ja-JP', 'Deepgram'],
  [28, 'Kannada', 'kn', 'kn-IN', 'Google'],
  [29, 'Korean', 'ko', 'ko-KR', 'Deepgram'],
  [30, 'Latvian', 'lv', 'lv-LV', 'Deepgram'],
  [31, 'Lithuanian', 'lt', 'lt-LT', 'Deepgram'],
  [32, 'Malay', 'ms', 'ms-MY', 'Deepgram'],
  [33, 'Malayalam', 'ml', 'ml-IN', 'Google'],
  [34, 'Marathi', 'mr', 'mr-IN', 'Google'],
  [35, 'Norwegian', 'no', 'nb-NO', 'Google'],
  [36, 'Polish', 'pl', 'pl-PL', 'Deepgram', polish],
  [37, 'Portuguese', 'pt', 'pt-PT', 'Deepgram', portuguese],
  [38, 'Portuguese (Brazil)', 'pt', 'pt-BR', 'Deepgram', portuguese],
  [39, 'Romanian', 'ro', 'ro-RO', 'Deepgram'],
  [40, 'Russian', 'ru', 'ru-RU', 'Deepgram'],
  [41, 'Slovak', 'sk', 'sk-SK', 'Deepgram'],
  [42, 'Spanish', 'es', 'es-ES', 'Deepgram', spanish],
  [43, 'Spanish (Mexico)', 'es', 'es-MX', 'Google', spanish],
  [44, 'Spanish (United States)', 'es', 'es-US', 'Google', spanish],
  [45, 'Swedish', 'sv', 'sv-SE', 'Deepgram'],
  [46, 'Tamil', 'ta', 'ta-IN', 'Google'],
  [47, 'Telugu', 'te', 'te-IN', 'Google'],
  [48, 'Thai', 'th', 'th-TH', 'Deepgram'],
  [49, 'Turkish', 'tr', 'tr-TR', 'Deepgram'],
  [50, 'Ukrainian', 'uk', 'uk-UA', 'Deepgram'],
  [51, 'Vietnamese', 'vi', 'vi-VN', 'Deepgram'],
])

export function languageByName(name: string): Language | undefined {
  return languages.find((language) => language.name === name)
}

export function languageById(id: number): Language | undefined {
  return languages.find((language) => language.id === id)
}

export function fillersFor(languageName: string): FillerPhrases {
  return languageByName(languageName)?.fillers ?? english
}

type Row = readonly [
  id: number,
  name: string,
  iso_2: string,
  relay_code: string,
  transcription: Language['transcription'],
  fillers?: FillerPhrases,
]

function languagesOf(rows: readonly Row[]): Language[] {
  return rows.map(([id, name, iso_2, relay_code, transcription, fillers]) => ({
    id,
    name,
    iso_2,
    relay_code,
    transcription,
    fillers,
  }))
}
