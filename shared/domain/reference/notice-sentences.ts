/** `{{name}}` is the assistant's name. */
export interface NoticeSentences {
  ai: string
  recording: string
}

type Both = readonly [ai: string, recording: string]

const english: Both = ['Hello, this is {{name}}, an AI assistant.', 'This call is recorded.']

const sentences: Record<string, Both> = {
  ar: ['مرحبًا، معك {{name}}، مساعد يعمل بالذكاء الاصطناعي.', 'يتم تسجيل هذه المكالمة.'],
  bg: ['Здравейте, аз съм {{name}}, асистент с изкуствен интелект.', 'Този разговор се записва.'],
  bn: ['নমস্কার, আমি {{name}}, একজন এআই সহকারী।', 'এই কলটি রেকর্ড করা হচ্ছে।'],
  ca: ['Hola, li parla {{name}}, un assistent d’intel·ligència artificial.', 'Aquesta trucada es grava.'],
  cs: ['Dobrý den, tady {{name}}, asistent s umělou inteligencí.', 'Tento hovor je nahráván.'],
  da: ['Goddag, du taler med {{name}}, en AI-assistent.', 'Denne samtale optages.'],
  de: ['Guten Tag, hier ist {{name}}, eine KI-Assistenz.', 'Dieses Gespräch wird aufgezeichnet.'],
  el: ['Γεια σας, είμαι {{name}}, βοηθός τεχνητής νοημοσύνης.', 'Η κλήση αυτή ηχογραφείται.'],
  en: english,
  es: ['Hola, le habla {{name}}, un asistente de IA.', 'Esta llamada se graba.'],
  fi: ['Hei, täällä {{name}}, tekoälyavustaja.', 'Tämä puhelu nauhoitetaan.'],
  fr: ['Bonjour, ici {{name}}, une assistance par intelligence artificielle.', 'Cet appel est enregistré.'],
  gu: ['નમસ્તે, હું {{name}}, એક એઆઈ સહાયક છું.', 'આ કૉલ રેકોર્ડ થઈ રહ્યો છે.'],
  he: ['שלום, מדבר {{name}}, עוזר בינה מלאכותית.', 'השיחה מוקלטת.'],
  hi: ['नमस्ते, मैं {{name}}, एक एआई सहायक हूँ।', 'यह कॉल रिकॉर्ड की जा रही है।'],
  hr: ['Dobar dan, ovdje {{name}}, asistent s umjetnom inteligencijom.', 'Ovaj se razgovor snima.'],
  hu: ['Jó napot, itt {{name}}, egy mesterséges intelligencia asszisztens.', 'Ezt a hívást rögzítjük.'],
  id: ['Halo, saya {{name}}, asisten AI.', 'Panggilan ini direkam.'],
  it: ['Buongiorno, sono {{name}}, un assistente di intelligenza artificiale.', 'Questa chiamata viene registrata.'],
  ja: ['こんにちは、AIアシスタントの{{name}}です。', 'この通話は録音されています。'],
  kn: ['ನಮಸ್ಕಾರ, ನಾನು {{name}}, ಒಬ್ಬ ಎಐ ಸಹಾಯಕ.', 'ಈ ಕರೆಯನ್ನು ರೆಕಾರ್ಡ್ ಮಾಡಲಾಗುತ್ತಿದೆ.'],
  ko: ['안녕하세요, 저는 인공지능 상담원 {{name}}입니다.', '이 통화는 녹음됩니다.'],
  lt: ['Laba diena, čia {{name}}, dirbtinio intelekto asistentas.', 'Šis pokalbis įrašomas.'],
  lv: ['Labdien, šeit {{name}}, mākslīgā intelekta asistents.', 'Šī saruna tiek ierakstīta.'],
  ml: ['നമസ്കാരം, ഞാൻ {{name}}, ഒരു എഐ സഹായി.', 'ഈ കോൾ റെക്കോർഡ് ചെയ്യുന്നു.'],
  mr: ['नमस्कार, मी {{name}}, एक एआय सहाय्यक.', 'हा कॉल रेकॉर्ड केला जात आहे.'],
  ms: ['Helo, saya {{name}}, pembantu AI.', 'Panggilan ini dirakam.'],
  nl: ['Goedendag, u spreekt met {{name}}, een AI-assistent.', 'Dit gesprek wordt opgenomen.'],
  no: ['God dag, du snakker med {{name}}, en KI-assistent.', 'Denne samtalen tas opp.'],
  pl: ['Dzień dobry, tu {{name}}, asystent AI.', 'Ta rozmowa jest nagrywana.'],
  pt: ['Olá, aqui é {{name}}, um assistente de IA.', 'Esta chamada é gravada.'],
  ro: ['Bună ziua, sunt {{name}}, un asistent cu inteligență artificială.', 'Acest apel este înregistrat.'],
  ru: ['Здравствуйте, это {{name}}, помощник на основе искусственного интеллекта.', 'Этот разговор записывается.'],
  sk: ['Dobrý deň, tu {{name}}, asistent s umelou inteligenciou.', 'Tento hovor sa nahráva.'],
  sv: ['Hej, det här är {{name}}, en AI-assistent.', 'Det här samtalet spelas in.'],
  ta: ['வணக்கம், நான் {{name}}, ஒரு ஏஐ உதவியாளர்.', 'இந்த அழைப்பு பதிவு செய்யப்படுகிறது.'],
  te: ['నమస్కారం, నేను {{name}}, ఒక ఏఐ సహాయకుడిని.', 'ఈ కాల్ రికార్డ్ చేయబడుతోంది.'],
  th: ['สวัสดีค่ะ ที่นี่ {{name}} ผู้ช่วยปัญญาประดิษฐ์ค่ะ', 'การสนทนานี้มีการบันทึกเสียงค่ะ'],
  tl: ['Kumusta, ito si {{name}}, isang AI assistant.', 'Nire-record ang tawag na ito.'],
  tr: ['Merhaba, ben {{name}}, bir yapay zekâ asistanıyım.', 'Bu görüşme kaydedilmektedir.'],
  uk: ['Доброго дня, це {{name}}, помічник на основі штучного інтелекту.', 'Ця розмова записується.'],
  vi: ['Xin chào, tôi là {{name}}, trợ lý trí tuệ nhân tạo.', 'Cuộc gọi này được ghi âm.'],
  zh: ['您好，我是{{name}}，一个人工智能助理。', '本次通话将被录音。'],
}

export const noticeSentences = (iso_2: string | undefined): NoticeSentences => {
  const [ai, recording] = sentences[iso_2 ?? 'en'] ?? english
  return { ai, recording }
}

export const hasNoticeSentences = (iso_2: string): boolean => Object.hasOwn(sentences, iso_2)
