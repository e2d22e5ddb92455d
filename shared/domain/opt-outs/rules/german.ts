import type { Rules } from './rules.ts'

export const german: Rules = {
  lists: {
    nicht:
      'nicht nie niemals nie_wieder nie_mehr nimmer keinesfalls auf_keinen_fall nich net ned nicht_mehr nie_nie_wieder',
    ruf: 'rufen_sie ruft ruf rufe kontaktieren_sie kontaktiert kontaktier klingeln_sie belästigen_sie belaestigen_sie belästigt stören_sie stoeren_sie störe_mich schreiben_sie schreibt texten_sie textet melden_sie meldet simsen_sie telefonieren_sie behelligen_sie nerven_sie nervt schicken_sie schickt senden_sie sendet',
    mich: 'mich mir uns hier diese_nummer dieser_nummer meine_nummer meiner_nummer unsere_nummer diesen_anschluss diesem_anschluss bei_mir bei_uns hier_an sich_bei',
    inf: `anrufen anzurufen kontaktieren zu_kontaktieren belästigen belaestigen zu_belästigen stören stoeren zu_stören telefonieren anschreiben
      anzuschreiben simsen texten behelligen nerven zu_nerven zu_behelligen an_rufen klingeln an_zu_rufen zu_rufen durchklingeln
      durchzuklingeln anbimmeln zu_terrorisieren zurückrufen zurückzurufen zurueckrufen anklingeln anzuklingeln zu_schreiben zu_schicken zu_senden
      zu_texten melden zu_melden schreiben schicken senden zusenden zuzusenden zu_kontaktierten kontaktaufnahme`,
    anruft:
      'anruft anrufen anrufst kontaktiert kontaktieren belästigt belästigen stört stören schreibt schreiben nervt nerven schickt schicken klingelt angerufen_werde angerufen_werden kontaktiert_werde kontaktiert_werden melden meldet',
    part: 'angerufen kontaktiert belästigt belaestigt gestört gestoert angeschrieben behelligt genervt benachrichtigt an_gerufen beworben',
    noun: `anrufe anruf werbung werbeanrufe nachrichten sms textnachrichten telefonate mitteilungen belästigungen kontaktaufnahme kontaktaufnahmen
      kontakt kontaktversuche werbenachrichten telefonanrufe anrufen textnachricht smsen werbe_sms rückrufe spam telefonwerbung
      anrufversuche telefonterror benachrichtigungen verkaufsanrufe werbetexte anrufern`,
    wish: `möchte möchten moechte moechten will wollen wünsche wuensche wünschen mag wollte wollten würde wünscht`,
    nummer: `nummer telefonnummer handynummer rufnummer mobilnummer daten namen eintrag kontaktdaten kontakt nummern telefonnummern
      datensatz adresse anschluss`,
    mein: 'meine meinen meiner mein unsere unseren unser diese die',
    list: `liste* verteiler* datenbank* system* kartei* datei* adress* kunden* werbe* anruf* telefonliste* verzeichnis*
      call* kontakt* register* datenbestand* speicher* bestand* unterlagen`,
    limit: `vor nach ab bis zwischen morgens abends mittags nachts vormittags nachmittags heute morgen jetzt sonntag* montag* dienstag* mittwoch*
      donnerstag* freitag* samstag* wochenende um uhr während waehrend solange bevor wenn so_früh so_spät früh spät zu_früh zu_spät so_oft
      büro arbeit dienstlich im_büro am_wochenende in_der_früh gerade erst gleich sofort öfter mehrmals täglich feiertag* unter_der_woche
      auf_der_arbeit bei_der_arbeit im_urlaub im_dienst auf_dem_festnetz außerhalb ohne zweimal ständig noch_einmal_wegen wegen`,
    self: 'ich_rufe ich_melde ich_werde_mich ich_werde_sie wir_rufen wir_melden rufe_ich melde_ich ich_komme_auf ich_ruf',
  },
  asks: `
    @ruf ~2 @mich ~3 @nicht
    @ruf ~2 @nicht ~1 mehr|wieder|nochmal|noch_einmal|nochmals|weiter
    @ruf ~1 @nicht ~1 mehr? an|$
    @ruf ~1 nie|niemals ~1 wieder|mehr
    rufen_sie|ruft|ruf @nicht ~1 @mich
    @nicht ~1 mehr|wieder|weiter|noch_einmal|nochmal|länger|weiterhin|erneut|nochmals ~3 @inf
    ^ bitte? mich|hier|uns|mir|diese_nummer|unter_dieser_nummer? bitte? @nicht ~1 @inf ~1 $
    bitte ~2 @nicht @inf
    sollen|sollt|sollst|dürfen|dürft|darfst|duerfen|brauchen|braucht|soll|darf|dürfe ~5 @mich ~3 @nicht ~3 @inf
    @nicht ~3 dass|daß ~2 sie|ihr|man|du|jemand|irgendjemand|irgendwer|mich ~4 @anruft
    @wish ~6 @nicht ~4 @part werden
    @wish ~4 keine|keinen|keinerlei|null ~3 @noun
    @nicht ~2 angerufen|kontaktiert|belästigt|angeschrieben|gestört zu_werden|werden_will|werden_möchte
    keine|keinerlei|null|nie ~2 @noun mehr|bitte|erhalten|bekommen|wünschen|von_ihnen|erwünscht|zukünftig|an_diese
    keine weiteren|unerwünschten|weitere|zusätzlichen ~1 @noun
    ^ bitte? ab_sofort|künftig|ab_jetzt? keine @noun $
    verzichten_sie|verzichtet|absehen|sehen_sie|seht ~3 auf|von ~2 @noun|kontaktaufnahme
    hören_sie|hört|hör|hoeren_sie|hoert|hoer|höre|aufhören|aufhoeren ~4 auf? ~5 @inf
    hören_sie|hört|hör|hoeren_sie|hoert|hoer ~3 auf ~2 mit ~3 @noun|anruferei|dem_anrufen|telefonterror|dem_terror
    hören_sie|hört|hör|hoeren_sie|hoert|hoer ~4 mit ~3 @noun|anruferei|dem_anrufen|telefonterror auf
    lassen_sie|lasst|lass|laßt|unterlassen_sie|unterlasst|unterlass|unterlassen|einstellen|stoppen_sie|stoppt|stopp|beenden_sie ~4 @noun|anruferei|anrufen|@inf
    stellen_sie|stellt|stell ~3 @noun|anruferei ~3 ein
    schluss|genug|satt|ende|aufhören ~1 mit|von ~3 @noun|anruferei
    streichen_sie|löschen_sie|loeschen_sie|entfernen_sie|nehmen_sie|vergessen_sie|tragen_sie|streicht|löscht|entfernt|nehmt|vergesst|lösch|lösche|streich|vergiss|nimm|entferne|sperren_sie|sperrt ~3 @mein ~1 @nummer
    @mein ~1 @nummer ~7 löschen|loeschen|streichen|entfernen|rausnehmen|herausnehmen|vergessen|gelöscht|gestrichen|entfernt|nehmen|raus|rauslöschen|austragen|gesperrt|sperren|herausgenommen
    streichen_sie|nehmen_sie|löschen_sie|loeschen_sie|entfernen_sie|tragen_sie|werfen_sie|schmeißen_sie|streicht|nehmt|löscht|entfernt|tragt|nimm|streich|lösch|werft|schmeißt ~1 mich|uns ~4 von|aus ~3 @list
    mich|uns|ich|meinen_namen|name|namen ~4 von|aus ~3 @list ~4 streichen|nehmen|löschen|gestrichen|genommen|gelöscht|entfernen|entfernt|runter|raus|rausnehmen|austragen|herunternehmen|werfen|verschwinden
    von|aus ~1 ihrer|eurer|der|dieser|allen|euren|ihren ~3 @list ~2 gestrichen|genommen|gelöscht|entfernt|runter|raus|streichen|nehmen|löschen|entfernen
    tragen_sie|tragt|trag|melden_sie|meldet|nehmen_sie ~1 mich|uns ~4 aus|ab|raus $
    mich|uns ~3 abmelden|austragen|abbestellen
    setzen_sie|setzt|setz|stellen_sie|nehmen_sie|packen_sie|schreiben_sie|tragen_sie|setzen|kommen ~4 auf|in ~3 sperrliste|blacklist|robinsonliste|robinson_liste|schwarze_liste|sperrdatei|black_list
    widerruf* ~4 einwilligung|zustimmung|einverständnis*|erlaubnis|genehmigung|einwilligungen
    ziehe|ziehen|nehme ~4 einwilligung|zustimmung|einverständnis*|erlaubnis ~2 zurück|zurueck
    einwilligung|zustimmung ~3 widerruf*|zurückziehen|zurückgezogen|entzogen|entziehe
    widerspreche|widersprechen|widerspruch ~6 @noun|anruf*|werbung|kontakt*|nutzung|verwendung|telefon*|verarbeitung
    untersage|verbiete|verbitte|untersagt|verboten|untersagen ~6 @noun|@inf|anruf*|kontakt*|telefon*
    lassen_sie|lass|lasst|laßt mich|uns ~3 in_ruhe|in_frieden|zufrieden bitte|jetzt|endlich|und|oder|sonst|danke|weil|ich|verdammt|lassen|mit|$
    mich|uns ~3 in_ruhe lassen|gelassen
    ^ keine @noun|anrufe erwünscht|gewünscht|bitte
    nummer ~2 aus ~1 ihrem|eurem|dem|ihrer|eurer|der ~2 @list
  `,
  unless: `
    wir|warum|wieso|weshalb|wann|dass|ihr|sie|die|andere -2 rufen_sie|ruft|@ruf
    @ruf -4 @nicht -2 @limit
    @ruf -3 @limit -2 @nicht
    @nicht -2 @limit -4 @inf
    @nicht -4 dass -3 @limit
    @limit -3 @nicht -3 @inf|@part
    @wish -6 @nicht -2 @limit -6 werden
    keine -3 @noun -1 @limit
    @ruf ~4 @nicht ~3 %8 @self
    @ruf ~5 @nicht %10 sondern
    @nicht ~4 @inf %6 @self
    ich|wir|konnte|kann|könnte|werde|wollte|wollten|können|er|sie_hat ~3 @nicht ~2 mehr? @inf
    @nicht ~3 vergessen|zögern|verpassen|scheuen
    zögern|vergessen|vergiss|scheuen|zögert|vergesst ~2 @nicht
    verpassen|versäumen|entgehen|unterdrücken|blockieren|annehmen|entgegennehmen|verlieren
    @noun ~3 verpassen|verpasst|versäumen|entgehen|bekommen_haben|gehabt|annehmen|entgegennehmen
    habe|hatte|hab|gab|haben|hat|hatten|gibt|bekam|bekamen|gehabt ~4 keine
    bisher|noch -1 keine
    lassen_sie|lass|lasst mich|uns ~3 in_ruhe überleg*|nachdenk*|les*|arbeit*|anschau*|ausprobier*|prüf*
    nehmen_sie|streichen_sie|löschen_sie ~6 warteliste|bestellung|warenkorb|rechnung|vertrag|einkaufs*|termin|alte|falsche|zweite|alten|falschen
    @mein alte|falsche|zweite|andere|alten ~1 @nummer
    hören_sie|hör|hört ~2 auf mich|meinen|den|die|ihn|ihr $
    @nicht ~2 auf ~4 @inf
    kann|können|konnte ~2 @nicht ~2 aufhören
    diese|die daten -3 prüfen
    @ruf ~1 meine|meinen|ihren|seine|die|den !nummer|telefonnummer|handynummer
  `,
  hints: `verteiler* nehmen nehmt anruf* angerufen anzurufen ruf rufe rufen ruft nummer* telefon* handy* kontakt* nachricht* sms liste* datenbank* lösch* loesch* streich* entfern* abmeld*
    abbestell* aufhör* aufhoer* hören hoeren hör stop stopp ruhe belästig* belaestig* stör* stoer* nerv* einwillig* zustimm* werbung* widerruf* widersprech*
    anwalt anzeige polizei verbiete* verbitte* untersag* unterlass* melden schreib* schick* dsgvo daten spam interesse interessiert satt schluss genug verschon* wegbleiben`,
}
