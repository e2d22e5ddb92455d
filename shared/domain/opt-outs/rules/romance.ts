import type { Rules } from './rules.ts'

export const french: Rules = {
  lists: {
    me: 'me m nous moi',
    imp: `appelez appelle appeler rappelez rappelle contactez contacte téléphonez téléphone écrivez écris dérangez dérange harcelez importunez embêtez
      envoyez envoie sollicitez textez texte joignez recontactez recontacte mappelez mappelle démarchez harcèle texto retéléphonez`,
    inf: `appeler rappeler contacter téléphoner écrire déranger harceler solliciter envoyer importuner embêter recontacter démarcher mappeler texter joindre relancer
      spammer nous_appeler retéléphoner`,
    part: `appelé appelée appelés rappelé rappelée contacté contactée contactés dérangé dérangée dérangés démarché démarchée sollicité sollicitée sollicités
      harcelé harcelée importuné importunée recontacté recontactée relancé relancée appeler contacter déranger démarcher recontactés`,
    fois: `appeliez appelle appelez contactiez contacte dérangiez rappeliez téléphoniez écriviez rappelle rappelez m_appelle envoyiez sollicitiez contactez appellent dérange recontactiez`,
    non: 'plus pas jamais plus_jamais pu',
    noun: `appels appel messages message sms textos publicité publicités pub pubs offres sollicitations démarchage coups_de_fil coups_de_téléphone appels_téléphoniques
      texto communications promotions sollicitation prospection spam relances`,
    veux: 'veux voulons souhaite souhaitons désire désirons voudrais veut aimerais tiens souhaiterais voudrions accepte acceptons',
    rem: `retirez supprimez effacez enlevez ôtez rayez radiez retire supprime efface enlève sortez désinscrivez virez oubliez retirer supprimer effacer enlever rayer radier
      désinscrire oublier oublie sortir otez raye éliminez`,
    nom: 'numéro numéros nom coordonnées données contact téléphone portable numéro_de_téléphone fiche',
    list: 'liste* fichier* base* registre* répertoire* système* annuaire* listing* bdd contacts',
    limit: `avant après jusqu entre pendant aujourd aujourdhui demain maintenant ce_soir matin soir midi dimanche* samedi* lundi* mardi* mercredi* jeudi* vendredi* week_end weekend
      tant heure heures travail bureau tôt tard si quand lorsque durant trop_tôt trop_tard la_nuit le_soir le_matin à_cette_heure cet_après_midi tout_de_suite sans deux_fois
      au_travail h pour_le_moment`,
    after: `plus pas jamais ni et ou si s svp merci de d à a au aux en pour sur ici avec par car parce c je j on il le la les ce cette mon ma mes votre vos chez encore après avant
      pendant demain aujourd maintenant tard trop tant monsieur_svp quand dans sans toutes tous tout n non laissez stop c_est aussi comme jusqu ok deux tôt`,
    self: 'je_vous_rappelle je_vous_appelle je_vous_rappellerai je_vous_appellerai je_vous_recontacte je_t_appelle je_te_rappelle je_rappelle je_vous_ferai je_vous_contacte je_reviens_vers je_vous_recontacterai',
  },
  asks: `
    ne|n ~1 @me? ~1 @imp ~2 @non
    @me @imp ~1 plus|jamais|pu
    n @imp ~2 @non
    ne ~1 plus|jamais|plus_jamais ~3 @inf
    ne ~1 pas @me ~1 @inf
    ne ~1 pas ~1 @inf ~1 ici|ce_numéro|à_ce_numéro
    ne rien m|me ~1 envoyer
    arrêtez|arrête|cessez|cesse|stoppez|arrêter|cesser|arrêtiez|cessiez|finissez|arrétez ~3 de|d ~3 @inf
    arrêtez|arrête|cessez|cesse|stop|stoppez|arrêter|cesser|assez|marre|fini ~1 avec|de|d|à|aux? ~1 vos|les|ces|tes|tous|tous_ces? ~1 @noun
    @veux ~1 plus|pas|jamais|pu|aucunement ~2 être|etre ~2 @part
    @veux ~1 plus|pas|jamais|pu ~1 que|qu ~5 @fois
    @veux ~1 plus|pas|jamais|pu ~1 qu|que|qu_on ~3 @me ~1 @fois
    @veux ~1 plus|pas|jamais|aucun|aucune ~2 recevoir|avoir|entendre_parler ~4 @noun|rien|vous
    @veux ~1 plus|aucun|aucune ~3 @noun
    @veux ~1 pas ~1 d|de|aucun|vos ~1 @noun
    @veux ~1 plus|pas ~1 rien ~1 recevoir
    ne|à ~1 plus|jamais ~1 être ~2 @part
    ne ~1 plus ~1 recevoir ~4 @noun|rien
    plus_jamais|plus_aucun|plus_aucune|aucun_autre ~1 d|de? @noun
    ^ svp? plus|pas d|de @noun svp|merci|$
    @rem ~3 mon|mes|nos|notre|ce ~1 @nom
    @rem ~1 moi|nous ~1 s_il|svp? ~2 de|du|d|des ~3 @list
    @rem moi|nous $
    @me ~1 @rem ~2 de|du|d|des ~3 @list
    mon|mes|nos|notre ~1 @nom ~4 retiré|supprimé|effacé|enlevé|retirées|supprimées|retirés|effacées|rayé|supprimer|retirer|effacer
    être ~1 retiré|supprimé|rayé|enlevé|radié|désinscrit|retirée|supprimée|rayée|enlevée|désinscrite ~1 de|du|d|des ~3 @list
    désinscrivez|désabonnez|désinscris|désabonne ~1 moi|nous
    me|nous désinscrire|désabonner|désinscrivez|désabonnez
    inscri*|mettez|ajoutez|mets ~3 liste_rouge|bloctel|liste_noire|liste_d_opposition|liste_de_blocage
    sur|à bloctel
    retire|révoque|annule|retirer|révoquer ~2 consentement|accord|autorisation
    m oppose ~4 démarchage|@noun|prospection|sollicitation|traitement|être
    interdis|défends|interdit ~3 de|d ~3 @inf
    n ~1 avez|as ~1 pas|plus|aucun ~3 droit|autorisation|permission|le_droit ~1 de|d ~3 @inf
    laissez|laisse|laisser|foutez|fichez|laissiez ~1 moi|nous|me ~1 tranquille*|en_paix|la_paix|paix
    me|nous ~1 laisser|laissez|foutre|laissiez ~1 tranquille*|en_paix|la_paix
    dernière_fois ~3 que ~2 @fois
    devez|dois|faut|pouvez|peut ~1 plus|jamais ~3 @inf
  `,
  unless: `
    vous|il|elle|on|tu|ils|elles|je|qui|j|personne ne|n -2 @imp|@me
    pourquoi|si|quand ~2 ne|n
    il|elle|on|qui|ça @me @imp
    vous|tu @me @imp plus|jamais|pas
    ne|n -2 @imp -3 @limit
    @me @imp -2 @limit
    ne -1 @non -4 @inf -3 @limit
    ne -2 @limit
    arrêtez|cessez -4 @inf -2 @limit
    @veux -9 @limit
    ne|n|pas|jamais|j|ai|a ~1 arrête|arrêtez|arrêté|arrêter|cesse|cesser|cessez
    peux|peut|pouvez ~1 pas arrêter|cesser
    ne|n ~1 @me appelez|appelle|appeler pas|plus|jamais !@after|$
    @me appelez|appelle plus !@after|$
    ne ~1 plus|pas m|me|nous appeler !@after|$
    ne ~5 @non ~2 %6 @self
    manquer|rater|louper|perdre|passer|raté ~4 @noun
    @noun ~2 manqués|manqué|ratés
    d attente|de_courses|d_achats|de_souhaits|des_invités
    @rem ~4 commande|panier|article|rendez
    ne|n hésitez|oubliez|hésite|oublie
    pas|jamais oubliez|oublie|oublier
    n|pas oublier|oubliez
    ne ~1 plus|jamais ~1 vous|lui|leur|te|t|l|les ~1 @inf
    reçois|reçu|ai|avons|avait|eu|y_a ~2 plus|aucun|pas ~2 @noun
    plus d @noun ~2 que
    laissez ~1 moi tranquillement
    ai|suis|peux|peut|pouvons plus|pas @inf
  `,
  hints: `fichez paix appel* rappel* mappel* téléphon* numéro* contact* message* sms texto* liste* fichier* arrêt* cess* stop supprim* retir* effac* désinscri* désabonn* dérang* harcel* tranquille
    consentement publicit* démarch* bloctel sollicit* laissez laisse marre assez avocat rgpd données intéress* spam foutez`,
}

export const spanish: Rules = {
  lists: {
    no: 'no nunca jamás nunca_más ni ya_no',
    me: 'me nos mi',
    subj: `llame llamen llames llaméis telefonee telefoneen contacte contacten contactes escriba escriban escribas moleste molesten molestes mande manden mandes envíe envíen envíes
      marque marquen marques fastidie fastidien acose acosen hable hablen busque busquen llamés contactéis molestéis mandéis enviéis escribáis textee texteen incomode incomoden telefonees`,
    inf: `llamar llamarme llamarnos contactar contactarme contactarnos molestar molestarme molestarnos escribir escribirme marcar marcarme telefonear telefonearme mandar mandarme
      enviar enviarme acosar acosarme fastidiar fastidiarme enviarnos mandarnos contactarse_conmigo comunicarse_conmigo importunar importunarme insistir hablarme incomodarme textearme`,
    ando: 'llamando llamándome molestando molestándome insistiendo escribiendo escribiéndome mandando mandándome enviando enviándome contactando contactándome marcando acosando fastidiando llamándonos acosándome',
    noun: `llamadas llamada mensajes mensaje sms publicidad propaganda promociones ofertas comunicaciones textos mensajitos notificaciones telemarketing spam llamaditas whatsapps`,
    quiero:
      'quiero queremos deseo deseamos quisiera necesito quisiéramos autorizo consiento acepto permito apetece deseamos gustaría interesa quieren',
    mas: 'más mas nunca jamás aquí acá a_este a_mi a_esta_casa otra_vez de_nuevo nunca_más por_favor a_mi_casa $',
    rem: `borre borren borra bórrenme elimine eliminen elimina quite quiten quita saque saquen saca suprima suprima suprimir supriman retire retiren tache tachen olvide olviden olvida borrar
      eliminar quitar sacar retirar anule anulen cancele cancelen borrad eliminad quitad olvídese_de olvídense_de pierda pierdan dé_de_baja den_de_baja eliminen bórreme borrá sacá eliminá quitá`,
    sacame: `sáqueme sáquenme quíteme quítenme bórreme bórrenme elimíneme elimínenme sácame quítame bórrame retírenme retíreme exclúyanme exclúyame táchenme táchame elimíname suprímanme
      me_saquen me_saque me_quiten me_quite me_borren me_borre me_eliminen me_elimine me_retiren sacarme quitarme borrarme eliminarme salir_de retirarme me_den_de_baja sácanme sacame quitame borrame eliminame`,
    num: 'número números teléfono datos nombre contacto celular móvil número_de_teléfono registro ficha telefono información',
    list: 'lista* base* registro* sistema* directorio* agenda* fichero* archivo* listado*',
    limit: `antes después hasta entre durante hoy mañana ahora mientras por_la_mañana por_la_tarde por_la_noche noche tarde temprano domingo* sábado* lunes martes miércoles jueves viernes trabajo oficina
      a_las fin_de_semana fines_de_semana tan_seguido cuando si al_trabajo al_mediodía a_estas_horas a_esta_hora todavía aún dos_veces en_horario sin antes_de después_de`,
    after: `más mas nunca otra otras de a al en aquí acá por para y o ni que si jamás nadie ya hoy gracias pues con sin hasta antes después durante entre cuando mientras ahora mañana tan tanto
      todos todas cada ustedes usted desde porque no le les estoy tengo es esta este ese entendido vale ok jamás temprano tarde tampoco oiga señorita_por dos`,
    self: 'yo_le_llamo yo_los_llamo yo_te_llamo yo_llamo yo_le_llamaré yo_les_llamo le_llamo_yo te_llamo_yo ya_llamo ya_le_llamaré yo_me_comunico ya_te_llamo yo_le_aviso les_llamo_yo yo_los_contacto ya_les_llamo ya_le_llamo',
  },
  asks: `
    @no ~2 me|nos ~1 @subj
    @no ~1 @subj ~1 @mas
    @no ~2 vuelva|vuelvan|vuelvas|vayan|vaya|volváis|intente|intenten ~1 a ~1 @inf
    @no ~2 vuelva|vuelvan|vuelvas|volváis ~1 a ~1 me|nos? ~1 @inf
    @no ~2 siga|sigan|sigas|continúe|continúen|sigáis|esté|estén|estés ~1 @ando
    deje|dejen|deja|dejad|pare|paren|para|parad|cese|cesen|basta|terminen|termine|déjense|dejar|dejaran|dejara|dejes|dejá|parar|déjate|pará|déjese ~2 de ~3 @inf|@ando|estar
    basta|ya_basta|suficiente|harto|harta|alto ~1 de|con|a ~3 @noun|@inf|que_me_llamen
    paren|pare|detengan|cesen|suspendan|detenga|suspenda ~1 de? con|las|los|sus|estas|todas_las ~2 @noun
    @no ~1 @quiero ~1 que ~4 @subj
    @no ~1 @quiero ~1 que ~3 vuelva|vuelvan|vuelvas|sigan|siga|volváis
    @no ~1 @quiero ~3 recibir|tener|más? ~3 @noun
    @no ~1 @quiero ~2 recibir|recibo ~2 nada|más
    @no ~1 @quiero ~2 ser ~2 contactad*|molestad*|llamad*|incomodad*|contactado
    @no ~1 @quiero|doy|autorizo|den ~3 @inf|mi_consentimiento|permiso
    prefiero|prefiero_que|preferiría|agradecería|agradezco ~2 no ~2 @subj|@inf|recibir|ser
    @no|ni|ninguna|cero|nada_de ~1 más|de? ~1 @noun
    ^ por_favor? sin|no|ninguna|ningún ~1 @noun $
    @rem ~3 mi|mis|nuestro|nuestros|este ~1 @num
    mi|mis ~1 @num ~5 borrado|eliminado|borrados|eliminados|borrar|eliminar|quitar|sacar|suprimir|fuera
    @sacame ~1 de|del ~3 @list
    @sacame ~1 por_favor? $
    @rem|saquen|quiten ~1 me ~1 de|del ~3 @list
    deme|denme|darme|dame|dadme|dennos|me_den|me_dé|me_dan|darnos|dése|me_doy|désenme ~1 de_baja
    pónganme|póngame|inclúyanme|inclúyame|añádanme|ponme|métanme|agréguenme|agrégueme|poner|ponga ~3 lista_negra|lista_robinson|lista_de_no|lista_de_exclusión|lista_de_bloqueo|no_llame
    lista robinson
    revoco|retiro|anulo|cancelo|revocar|retirar ~3 consentimiento|permiso|autorización
    me_opongo ~4 @noun|tratamiento|uso|ser|@inf
    déjeme|déjenme|déjame|dejadme|déjennos|déjenos|dejame ~1 ya? ~1 en_paz|tranquil*
    me|nos dejen|deje|dejes|dejéis|dejar ~1 en_paz|tranquil*
    olvide|olviden|olvida|olvidad|pierda|pierdan|olvídese|olvídense|olvídate ~2 de? mi|este ~1 número|teléfono|contacto
    olvídense|olvídese|olvídate|olvídensen ~1 de_mí|de_mi
    prohíbo|prohibido|prohíbanse|exijo|prohibo ~3 que ~2 @subj|vuelvan|vuelva
    prohíbo|prohibido|prohibo ~2 @inf
    última_vez ~3 que ~3 llam*|@subj
  `,
  unless: `
    @no -5 @subj -2 @limit
    @no -5 @subj -1 @mas -1 @limit
    @no -1 @limit -2 @subj
    @no -4 vuelva|vuelvan|vuelvas -4 @limit
    @no ~1 @quiero -9 antes|después|hasta|entre
    deje|dejen|deja|pare|paren -5 @inf -2 @limit
    @no ~1 deje|dejes|dejen|deja|dejar|dejéis|paren|pare de
    puedo|podía|puede ~1 dejar|parar
    @no -2 me|nos llame|llamen|llames|llaméis !@after|$
    @no ~5 @subj ~3 %6 @self
    @no ~3 @subj ~6 llame|llámeme|llámenme|llámame|mejor_llame|sino
    perder|perdí|perderme|contestar|atender ~3 @noun
    para|ojalá|espero|si|quien|cuando|como que? no ~1 me|nos
    tuve|recibí|hubo|había|hay|he_recibido|tengo|tenido ~1 @no ~3 @noun
    @no ~1 recibí|tuve|hubo|hay|he
    de espera|de_la_compra|de_compras|de_invitados|de_deseos
    @rem ~4 pedido|carrito|producto|cita
    de_baja ~2 seguro|servicio|gimnasio|plan|contrato|suscripción|línea|luz|tarifa
    @rem mi número ~1 antiguo|viejo|anterior
    @no olvid* ~2
    @no dude*|duden
    @no ~1 me_importa|me_molesta|importa
  `,
  hints: `llam* telefon* número* contact* mensaje* sms lista* base dej* par* cese* basta stop borr* elimin* quit* saqu* sáqu* baja molest* acos* paz consentimiento publicidad propaganda
    robinson marc* escrib* envi* mand* spam harto harta abogado demand* denunci* interesad* interesa datos olvid* autoriz* insist*`,
}

export const italian: Rules = {
  lists: {
    mi: 'mi ci me',
    imp: `chiami chiamate chiamare chiamino richiami richiamate richiamare telefoni telefonate telefonare contatti contattate contattare scriva scrivete scrivere disturbi disturbate
      disturbare mandi mandate mandare inviate invii inviare molesti molestate importunate infastidite cerchi cercate messaggiate ricontatti ricontattate chiamiate contattiate richiamiate telefoniate
      disturbiate mandiate scriviate contattino disturbino ricontattiate`,
    encl: `chiamatemi chiamarmi chiamarci chiamateci richiamarmi richiamatemi telefonarmi telefonatemi contattarmi contattatemi contattateci contattarci scrivermi scrivetemi disturbarmi
      disturbatemi disturbateci mandarmi mandatemi inviatemi inviarmi molestarmi importunarmi importunatemi cercarmi cercatemi ricontattarmi ricontattatemi infastidirmi disturbarci mandateci messaggiarmi ricontattarci`,
    inf: `chiamar* telefonar* contattar* scriver* disturbar* mandar* inviar* molestar* importunar* infastidir* cercar* richiamar* ricontattar* tormentar* rompere stressar* assillar* messaggiar*`,
    part: 'chiamat* richiamat* contattat* disturbat* importunat* infastidit* ricontattat* molestat*',
    mai: 'più mai mai_più qui a_questo_numero questo_numero piu a_casa a_casa_mia',
    noun: 'chiamate telefonate messaggi sms pubblicità comunicazioni offerte chiamata telefonata messaggio squilli promozioni messaggini spam telemarketing proposte',
    voglio:
      'voglio vogliamo desidero vorrei desideriamo intendo gradisco accetto autorizzo gradirei vorremmo acconsento gradiamo autorizziamo desidererei',
    rem: 'cancell* tolg* togliete* toglier* rimuov* elimin* levat* levi levate depenn* scord* dimentich* dimentica dimenticate dimenticatevi perd* togli',
    num: 'numero dati nome nominativo contatto recapito numeri contatti numero_di_telefono cellulare telefono anagrafica',
    toglimi: `cancellatemi toglietemi rimuovetemi eliminatemi toglierci togliermi cancellarmi rimuovermi depennatemi mi_tolga mi_cancelli mi_rimuova mi_elimini mi_tolgano mi_cancellino mi_togliate mi_cancelliate toglimi cancellami rimuovimi
      eliminarmi essere_cancellat* essere_tolt* essere_rimoss* levatemi mi_levi escludetemi esclud* depennarmi mi_rimuoviate mi_cancellate mi_togliete cancellateci toglieteci eliminami`,
    list: 'elenc* list* database archivi* sistem* rubric* registr* schedari* banc* contatti',
    limit: `prima dopo fino tra fra durante oggi domani adesso ora stasera mattina sera notte pranzo cena domenica* sabato* lunedì martedì mercoledì giovedì venerdì lavoro ufficio ore tardi presto quando se
      alle weekend mentre pomeriggio in_ufficio al_lavoro così_tardi così_presto subito ancora_per senza due_volte`,
    after: `più piu mai qui e o né ma a al alle in per su con da di se che perché grazie prego ancora altre altra non vi la il lo questo su_questo sono ho sto ok adesso ora oggi domani
      dopo prima fino tra quando mentre durante tardi presto così troppo tutti ogni anche senza capito su sul sempre nemmeno neanche nessuno due`,
    self: 'la_chiamo la_richiamo vi_chiamo vi_richiamo ti_chiamo ti_richiamo chiamo_io richiamo_io la_chiamerò vi_chiamerò la_ricontatto la_richiamerò mi_faccio_sentire vi_ricontatto mi_farò',
  },
  asks: `
    non ~1 @mi ~1 @imp
    non ~1 @encl
    non @imp ~1 @mai
    non|mai ~1 più ~1 @imp|@encl
    non ~1 deve|dovete|devi|devono|si_permetta|permettetevi|osate|provate|provi|osi|azzardatevi|si_azzardi ~1 più|di|a? ~2 @inf
    non ~1 può|potete|possono|puoi ~1 più ~1 @inf
    smett* ~2 di ~3 @inf
    smett* ~1 con ~2 @noun
    piantat*|finit*|piantala|finiscila|finiamola|cessate|cessi|finisca ~2 di|con ~3 @inf|@noun
    basta ~1 con? ~2 @noun
    basta ~1 di? @encl
    non ~1 @voglio ~2 più? ~1 essere ~2 @part
    non ~1 @voglio ~1 più? che ~4 @imp
    non ~1 @voglio ~2 più? ~1 ricevere|avere|altre? ~3 @noun
    non ~1 @voglio ~1 più|altre|le_vostre|vostre|nessuna|alcuna ~1 @noun
    non ~2 @voglio ~2 @encl
    preferi* ~2 non ~2 essere|ricevere|@mi ~2 @part|@noun|@imp
    gradi*|prego|pregato|pregata|pregati|chiedo|chieda|preghiamo|vorrei ~3 di? ~1 non ~3 essere|@encl|ricevere
    niente|nessuna|mai|nessun ~1 più|altra|altro|altre ~1 @noun
    ^ niente|nessuna ~1 @noun $
    @rem ~3 il|i|dal|questo|miei|mio|nostro ~1 mio|miei|nostro|nostri? ~1 @num
    il|i mio|miei|nostro ~1 @num ~5 cancellat*|rimoss*|eliminat*|tolt*|cancellare|rimuovere|eliminare|togliere
    @toglimi ~1 da|dal|dalla|dai|dall|dalle|dagli|dallo ~3 @list
    @toglimi ~1 subito|grazie|per_favore? $
    disiscriv* ~1 mi|ci|$
    disiscrivetemi|disiscrivermi|disiscrivimi
    mettetemi|inseritemi|mi_metta|mettermi|inserirmi|iscrivermi|metta|inserisca|mettete ~3 lista_nera|blacklist|black_list|registro_delle_opposizioni
    registro delle opposizioni
    revoco|ritiro|nego|revocare|ritirare ~3 consenso|autorizzazione
    mi_oppongo ~4 @noun|trattamento|utilizzo|uso|@inf
    lasciatemi|mi_lasci|mi_lasciate|lasciami|lasciateci|lasciarmi|mi_lasciano|ci_lasci ~1 in_pace|stare|perdere|tranquill*
    vieto|proibisco|diffido|vietato ~4 @inf|@imp
    ultima_volta ~2 che ~3 @imp
  `,
  unless: `
    perché|quando|se|chi non ~2 @mi
    non -4 @imp|@encl -2 @limit
    non -4 @imp|@encl -1 @mai -1 @limit
    non -1 @limit -2 @imp|@encl
    non ~1 @voglio -8 @limit
    smett* -4 @inf -2 @limit
    non|posso|riesco|riusciva|potevo|può ~2 smett*
    ho|ha|hanno|abbiamo ~1 smess*
    non -2 @mi chiami|chiamate|chiamare|chiamiate !@after|$
    non chiamarmi|chiamatemi !@after|$
    non ~4 @imp|@encl ~3 %6 @self
    non ~2 @imp|@encl ~6 chiamate_il|chiami_il|bensì
    perdere|perdermi|mancare|perso|rispondere ~3 @noun
    non ~2 esit*|dimentic*|scord*
    ho|avevo|ricevuto|ci_sono|erano|abbiamo ~1 non|nessuna ~3 @noun
    non ho|abbiamo|ricevo|c
    d_attesa|d attesa|della_spesa|dei_desideri|degli_invitati
    @rem ~5 ordine|appuntamento|carrello|prodotto|vecchio
    chiamate -1 perse|mancate
  `,
  hints: `chiam* richiam* telefon* numero* contatt* messagg* sms list* elenc* smett* basta stop cancell* tolg* rimuov* elimin* disturb* molest* pace consenso pubblicità opposizioni
    disiscri* lasciatemi lasci scriv* invi* mand* spam avvocato denunc* interess* privacy dati stufo stufa autorizz*`,
}

export const portuguese: Rules = {
  lists: {
    nao: 'não nunca jamais nunca_mais num ñ',
    me: 'me nos',
    subj: `ligue liguem ligues telefone telefonem telefones contate contatem contacte contactem contactes incomode incomodem incomodes mande mandem mandes envie enviem envies escreva escrevam
      perturbe perturbem procure procurem importune importunem chateie chateiem aborreça aborreçam ligueis chame chamem ligues perturbes liga`,
    inf: `ligar ligar_me me_ligar telefonar contatar contactar incomodar mandar enviar escrever perturbar importunar chatear aborrecer ligando telefonando mandando enviando contactando contatando incomodando
      perturbando chamar assediar encher_o_saco insistindo insistir contactar_me telefonar_me`,
    mais: 'mais aqui nunca jamais para_mim pra_mim para_este pra_este pra_cá para_cá para_casa de_novo outra_vez novamente para_esse pra_minha para_a_minha',
    noun: 'ligações ligação chamadas chamada mensagens mensagem sms publicidade propaganda propagandas promoções ofertas telefonemas telefonema contatos contactos contato contacto comunicações spam torpedos textos',
    quero:
      'quero queremos desejo desejamos gostaria pretendo aceito preciso autorizo gostava pretendemos permito consinto aceitamos quereria',
    rem: `remova removam remover tire tirem tirar apague apaguem apagar retire retirem retirar exclua excluam excluir delete deletem deletar elimine eliminem eliminar risque risquem esqueça esqueçam esqueça_se
      cancele cancelem apaga tira remove esquece exclui esquecer riscar perca percam`,
    num: 'número telefone nome contato contacto dados celular telemóvel número_de_telefone cadastro números registo registro',
    meu: 'meu meus o_meu os_meus nosso nossos este esse o_nosso a_minha minha minhas',
    metire: `me_tire me_tirem me_remova me_remova me_removam me_retire me_retirem me_exclua me_excluam me_apague me_apaguem me_tira me_risque me_risquem me_descadastre me_descadastrem tire_me tirem_me remova_me removam_me retire_me
      retirem_me apague_me apaguem_me exclua_me tirar_me remover_me retirar_me ser_removid* ser_retirad* ser_excluíd* sair me_remove me_elimine eliminem_me risquem_me risque_me me_tirar me_remover me_retirar me_excluir`,
    list: 'lista* cadastro* base* sistema* registro* registo* banco* ficheiro* agenda* listagem* contatos contactos',
    limit: `antes depois até entre durante hoje amanhã agora manhã noite tarde cedo domingo* sábado* segunda terça quarta quinta sexta trabalho escritório horas quando se enquanto às fim_de_semana fins_de_semana
      almoço tão_tarde tão_cedo no_trabalho a_esta_hora logo sem duas_vezes ainda`,
    self: 'eu_ligo eu_lhe_ligo eu_te_ligo eu_retorno ligo_eu eu_ligarei eu_entro_em_contato eu_vou_ligar eu_volto_a_ligar eu_mesmo_ligo eu_contacto eu_entro_em_contacto',
  },
  asks: `
    @nao ~2 me|nos ~1 @subj
    @nao ~1 @subj ~1 me|nos|@mais
    @nao ~1 ligue|liguem|contacte|contatem|contate|contactem|telefone|telefonem|incomode|incomodem por_favor? $
    @nao ~2 volte|voltem|voltes|tornem|torne|tentem|tente ~1 a? ~2 @inf
    @nao ~2 continue|continuem|fique|fiquem|continues|fica|ficar ~1 a? ~1 me? ~1 @inf
    par|pare|parem|para|parar|cessem|cesse|deixe|deixem|deixa|deixar|chega|basta|pára|parassem|parasse ~2 de ~3 me|nos? ~1 @inf
    parem|pare|para|chega|basta|parar|acabem ~1 com|de ~3 @noun
    @nao ~1 @quero ~1 mais? que ~4 @subj
    @nao ~1 @quero ~1 mais? que ~3 voltem|volte|continuem
    @nao ~1 @quero ~2 mais? ~1 receber|ter|ouvir? ~3 @noun
    @nao ~1 @quero ~2 mais? ~1 ser ~2 contatad*|contactad*|incomodad*|ligad*|perturbad*|chamad*|importunad*
    @nao ~1 @quero ~2 receber ~1 mais|nada
    @nao ~1 autorizo|dou|permito|consinto|concordo ~5 @inf|@noun|@subj
    prefiro|preferia|agradeço|agradecia|agradeceria|preferiria ~2 que? ~1 não ~3 @subj|@inf|receber|ser|volt*
    @nao|nenhuma|nada_de|sem|chega_de ~1 mais|de? ~1 @noun $|por_favor|obrigad*|para_este|daqui|de_vocês
    @rem ~3 @meu ~1 @num
    @meu ~1 @num ~5 removid*|retirad*|apagad*|excluíd*|eliminad*|remover|apagar|retirar|excluir|deletado
    @metire ~1 da|do|de|dessa|desta|das|dos|desse ~3 @list
    @metire ~1 por_favor? $
    descadastr*|descadastrem_me
    cancel* ~1 @meu ~1 cadastro|inscrição|subscrição
    dê_me|deem_me|me_dê ~2 baixa
    coloque*|ponha*|inclua*|adicione*|ponham|metam ~3 lista_negra|lista_de_bloqueio|não_perturbe|não_me_perturbe|lista_de_exclusão|não_ligar
    retiro|revogo|cancelo|retirar|revogar|revogo ~3 consentimento|autorização|permissão
    oponho_me|me_oponho ~4 @noun|tratamento|uso|@inf
    deixe|deixem|deixa|deixar|deixai ~1 me|nos ~1 em_paz|sossegad*|tranquil*
    me|nos deixe|deixem|deixa|deixar ~1 em_paz|sossegad*|tranquil*
    proíbo|proibido|exijo|proíbo_vos ~4 @inf|@subj
    última_vez ~3 que ~3 lig*|@subj
    esqueça*|esquece|esqueçam ~2 @meu ~1 @num
    esqueçam|esqueça de_mim|que_eu_existo
  `,
  unless: `
    @nao -5 @subj -2 @limit
    @nao -5 @subj -1 @mais -1 @limit
    @nao -1 @limit -2 @subj
    @nao ~1 @quero -9 antes|depois|até|entre
    par|pare|parem -5 @inf -2 @limit
    não ~1 pare|parem|para|deixe|deixem|deixes|deixa de
    consigo|posso|conseguia|pude ~1 parar|deixar
    ele|ela|você|ninguém|que|quem|eles|elas @nao ~1 me liga
    por_que|porque|porquê ~2 @nao ~1 me
    @nao -1 me|nos chame|chamem !mais|nunca|aqui|de_novo|por_favor|$
    @nao ~4 @subj ~3 %6 @self
    @nao ~3 @subj ~6 ligue_para|mas_sim|liguem_para
    perder|perca|perdi|atender ~3 @noun
    @nao ~1 deixe|deixem|esqueça*|hesite*|se_esqueça
    tive|recebi|havia|há|tenho|houve|tem ~1 @nao|nenhuma ~3 @noun
    @nao recebi|tive|há|houve|tenho
    de_espera|de_compras|de_desejos|de_convidados
    @rem ~5 pedido|carrinho|produto|consulta
    @meu ~1 @num antigo|velho
    deixa|deixam ~0 não
  `,
  hints: `chamad* lig* telefon* número* contat* contact* mensag* sms lista* cadastr* par* pare chega basta stop remov* tire* tira* apag* exclu* retir* incomod* perturb* paz consentimento propaganda publicidade
    deix* escrev* envi* mand* spam advogado process* interess* dados procon autoriz* insist* sossego`,
}

export const catalan: Rules = {
  lists: {
    truc: 'truqueu truqui truquin trucis telefoneu telefonis contacteu contacti molesteu molesti envieu enviï escriviu escrigui truca',
    inf: 'trucar trucar_me molestar contactar enviar telefonar escriure molestar_me contactar_me',
    noun: 'trucades missatges sms publicitat trucada',
    limit: 'abans després fins entre avui demà ara matí tarda vespre nit diumenge hores feina quan si',
  },
  asks: `
    no ~1 em|ens|m ~1 @truc
    no @truc ~1 més|mai|aquí
    no ~1 em|ens? ~1 torneu|torni|tornin|tornis ~1 a ~1 @inf
    deixeu|deixi|deixin|deixa|pareu|pari|parin|prou ~1 de ~1 @inf
    prou ~1 de? @noun
    no ~1 vull|volem|desitjo ~1 que ~3 @truc
    no ~1 vull|volem|desitjo ~3 rebre|ser? ~2 @noun|molestat|contactat
    no vull més @noun
    esborreu|esborri|elimineu|elimini|traieu|tregui|suprimiu|oblideu ~2 meu|meves|meus ~1 número|dades|nom|telèfon
    traieu|tregui|esborreu|esborri|elimineu ~1 me|m|em ~2 llista|base
    deixeu|deixi|deixin ~1 me|m|nos|ns ~1 en_pau|tranquil*
    retiro|revoco ~2 consentiment
  `,
  unless: `
    no -3 @truc -2 @limit
    no ~1 deixeu|deixi|deixis
    perdre ~2 @noun
    d_espera|d espera
  `,
  hints:
    'truc* telefon* número contact* missatge* llista* deixeu prou atur* esborr* elimin* molest* consentiment publicitat pau',
}

export const romanian: Rules = {
  lists: {
    ma: 'mă ma ne m',
    sun: 'sunați sunati suna sune contactați contactati contacta contacteze deranjați deranjati deranja scrieți scrieti scrie trimiteți trimiteti trimite apelați apelati apela apelezi suni deranjezi scrii hărțuiți căutați',
    noun: 'apeluri mesaje sms_uri sms reclame telefoane oferte apel apelurile mesajele telefoanele sunați',
    limit:
      'înainte inainte după dupa până pana între intre azi astăzi mâine maine acum dimineața seara noaptea duminica sâmbăta ora serviciu muncă când dacă prânz târziu devreme',
    self: 'vă_sun_eu va_sun_eu te_sun_eu sun_eu vă_sun va_sun revin_eu vă_contactez',
  },
  asks: `
    nu ~1 @ma? ~1 mai ~1 @sun
    nu @ma ~1 @sun
    nu @sun ~1 aici|la_acest|niciodată|pe_acest|$
    să_nu|sa_nu ~2 @ma? ~1 mai? ~1 @sun|sunați|sune|fiu
    încetați|incetati|opriți|opriti|terminați|terminati|gata|ajunge|încetează|termină|oprește ~2 să|sa|cu|din ~3 @sun|@noun|sunatul|apelatul
    opriți|opriti ~1 apelurile|mesajele|telefoanele|orice_apel
    nu ~1 mai? ~1 vreau|doresc|vrem|dorim|accept ~1 mai? ~1 să|sa ~3 @ma? ~1 mai? ~1 @sun|primesc|fiu|fim
    nu ~1 mai? vreau|doresc|vrem|accept ~2 @noun
    fără|gata_cu|niciun_fel_de ~1 @noun $
    ștergeți|stergeti|scoateți|scoateti|eliminați|eliminati|radiați|uitați|șterge|scoate ~2 numărul|datele|numele|numarul|telefonul ~1 meu|mele|nostru|acesta|din|de
    scoateți|scoateti|ștergeți|eliminați|scoate|șterge|stergeti ~1 mă|ma ~2 din|de ~3 list*|baz*|evidenț*|sistem*
    să|sa mă|ma ~1 scoateți|ștergeți|eliminați|scoateti ~2 din|de
    lăsați|lasati|lasă|lasa ~1 mă|ma|ne ~1 în_pace|in_pace
    dezabonați|dezabonati|dezabonează ~1 mă|ma
    retrag|revoc|anulez ~3 consimțământ*|acord*|consimtamant*|permisiun*
    interzic ~4 @sun|contact*
  `,
  unless: `
    de_ce|dacă|cine nu
    nu -4 @sun -2 @limit
    să_nu -4 @sun -2 @limit
    nu ~4 @sun ~3 %6 @self
    nu ezitați|uitați|uita|ezita
    de_așteptare|de_cumpărături
    pierd|rata|ratez ~2 @noun
    nu mă mai suna ~1 nimeni
  `,
  hints:
    'sun* apel* telefon* număr* numar* contact* mesaj* list* încet* opri* șterg* sterg* scoate* elimin* deranj* pace consimț* reclam* dezabon* gata avocat',
}
