package com.example.trail

import android.app.Activity
import android.os.Bundle

class HikeActivity : Activity() {
    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        val huts = 3
        title = getString(R.string.greeting, "Ada")
        actionBar?.subtitle = resources.getQuantityString(R.plurals.huts, huts, huts)
    }
}
