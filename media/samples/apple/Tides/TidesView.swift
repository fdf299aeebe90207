import SwiftUI

struct TidesView: View {
    let high: String
    let low: String
    let savedBeaches: Int

    var body: some View {
        List {
            Text("High tide at \(high)")
            Text("Low tide at \(low)")
            Text("Best time to swim")
            Text("saved_beaches \(savedBeaches)")
        }
    }
}
